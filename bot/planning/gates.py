"""Gates: the doors of a pipeline that stand between a change and what everybody gets, and their wording."""

from __future__ import annotations

from bot.planning.lazy import Lazy

# What asks for it, what must stand anywhere beside it, what must stand nowhere, what is asked.
GATES: tuple[tuple[Lazy, Lazy | None, Lazy, str], ...] = (
    (
        Lazy(
            r"(?i)\bgh pr merge\b[^\n]{0,80}--(?:auto|admin)\b"
            r"|\bgh pr review\b[^\n]{0,40}--approve\b|\bautomerge['\"]?: ?true"
            r"|\bauto-?(?:approv|merg)\w*|\b(?:dependabot|renovate|bots?|bumps?"
            r"|updates?)\b[^.;]{0,60}\b(?:merg\w+ (?:itself|themselves|automatically"
            r"|on (?:its|their) own|without)|(?:get|be|is|are) (?:auto-?)?(?:merged|approved)"
            r"|goes? in|go straight)\b"
            r"|\b(?:if|when|once|as soon as)\b[^.;]{0,40}\bgreen\b[^.;]{0,30}\b(?:goes? in"
            r"|merge[sd]?|in it goes|it's in|ship|deploy)\w*"
        ),
        Lazy(r"(?i)\b(?:dependabot|renovate|bots?|bump\w*|dependenc\w+|lock ?file|updates?)\b"),
        Lazy(
            r"(?i)\b(?:only|just) (?:for )?(?:patch|dev)|\bpatch(?:es)? only\b|\bnever majors?"
            r"|\bmajors? (?:stay|are|need|wait|excluded|by hand)"
            r"|\bnot (?:for )?majors?|\bno majors\b|\bexcept (?:for )?majors?"
            r"|\bdev[- ]?dependencies only|\bafter (?:a|the|an?) (?:human )?(?:review|approval)"
            r"|\b(?:a|one) person (?:still )?approves|\bstop (?:auto|the auto)|\bno longer auto"
            r"|\bhow\b[^.?]{0,30}\?$"
        ),
        "Updates by others would go in without anybody looking (review, code owners). Which ones "
        "(patch, minor, major), who "
        "still approves, and what reaches production or users that way?",
    ),
    (
        Lazy(
            r"(?i)\b(?:without|no|skip|drop|remove|turn off|disable|switch off|don't require"
            r"|stop requiring)\b[^.;]{0,40}\bapprov\w*[^.;]{0,60}"
            r"\b(?:workflows?|contributors?|forks?|first[- ]time|jobs?|deploy\w*|releas\w*"
            r"|environment)\b"
            r"|\b(?:workflows?|deploy\w*|releas\w*|jobs?)\b[^.;]{0,60}\bwithout (?:an? |any "
            r"|the )?(?:approval|review|reviewers?|confirmation)\b"
            r"|\b(?:remov|delet|drop|skip|disabl|lift)\w*[^.;]{0,40}\b(?:required reviewers?"
            r"|(?:manual |approval |review )gate|protection rules?"
            r"|environment protection|wait timer|needs: ?approve\w*)\b"
        ),
        Lazy(
            r"(?i)\b(?:workflows?|ci|actions?|pipelines?|github|gitlab|jobs?|runner|deploy\w*"
            r"|releas\w*)\b"
        ),
        Lazy(
            r"(?i)\b(?:must not|never|should not|nobody (?:can|may)|not possible|refuse"
            r"|staging only|only (?:on|to|for) (?:staging|test|preview|dev))\b"
        ),
        "Then nobody looks before it runs or ships. Is that decided, for which branches and "
        "people, and who approves?",
    ),
    (
        Lazy(
            r"(?i)\bread[- ](?:and[- ]|/ ?|& ?)?write (?:permissions?|token|access) (?:by default"
            r"|for|to|in)\b|\ballow (?:github )?actions to (?:create|approve)\b"
            r"|\b(?:workflow|default|token) permissions?\b[^.;]{0,40}\b(?:read[- /]+(?:and )?write"
            r"|write)\b"
            r"|\bAdministratorAccess\b|\b(?:admin|full|root|owner|poweruser|all)[- ](?:access"
            r"|rights|permissions?|role)\b[^.;]{0,50}\b(?:ci|pipelines?|workflows?|actions?"
            r"|deploy\w*|runners?|bot)\b|\b(?:ci|pipelines?|workflows?|deploy (?:role|user|key"
            r"|job)|runners?|bot)\b[^.;]{0,50}\b(?:admin|full|root|owner|administrator)"
            r"[- ]?(?:access|rights|permissions?|role)\b|\brepo:[\w.-]+/[\w.*-]+:\*"
            r"|\bdocker\.sock\b|(?<!\w)--privileged\b"
        ),
        Lazy(
            r"(?i)\b(?:workflows?|ci|actions?|pipelines?|github|gitlab|jobs?|runner|oidc|iam"
            r"|role)\b"
        ),
        Lazy(
            r"(?i)\b(?:instead of|rather than|no longer|too (?:much|many|broad)|has (?:admin|full"
            r"|root)|narrow\w*|reduc\w*|tighten\w*|least privilege|drop\w*|remov\w*"
            r"|only (?:contents|read))\b"
        ),
        "Every step and action in it could then do anything. Which rights does it need (a narrower "
        "role, one job), and who approves?",
    ),
    (
        Lazy(
            r"(?i)\b(?:bypass\w*|exempt\w*|exception|exclude|allow\w*|let|skip"
            r"|override)\b[^.;]{0,50}\b(?:branch protection|rulesets?|required (?:reviews?|checks?)"
            r"|protected branch\w*|merge queue)\b|\b(?:push\w*"
            r"|commit\w*)\b[^.;]{0,20}\b(?:directly|straight|right)?\b ?(?:to|on|onto"
            r"|into) (?:the )?(?:main|master|release branch|protected)\b"
            r"|\bgit push (?:[\w-]+ ){0,3}HEAD:(?:main|master)\b"
        ),
        Lazy(
            r"(?i)\b(?:bypass\w*|protect\w*|required (?:reviews?|checks?)|rulesets?"
            r"|personal access token|\bPAT\b|admin token|--admin|exempt\w*)"
        ),
        Lazy(
            r"(?i)\b(?:must not|never|should not|nobody (?:can|may)|forbid|reject|refuse"
            r"|pull request instead|opens? a pull request)\b"
        ),
        "What pushes past the protection is seen by nobody. Is that decided, which bot or path "
        "may, could it open a pull request "
        "instead, and who approves?",
    ),
    (
        Lazy(
            r"(?i)\becho [^\n]{0,40}\$\{\{ ?secrets\.|\btojson\(secrets\)"
            r"|\b(?:print|dump|echo|log|show|upload)\w*\b"
            r"[^.;]{0,40}\b(?:all )?(?:env(?:ironment)?(?: variables?)?"
            r"|secrets?)\b[^.;]{0,40}\b(?:logs?|job|ci|artifacts?|workflow|step|debug\w*)\b"
            r"|\bset -x\b|\bcurl [^|\n]{0,80}\| ?(?:sudo )?(?:ba)?sh\b"
        ),
        Lazy(r"(?i)\b(?:secrets?|tokens?|keys?|credentials|deploy\w*|releas\w*)\b"),
        Lazy(
            r"(?i)\b(?:mask\w*|redact\w*|without (?:the )?secrets|never|must not|no longer"
            r"|remov\w*|replac\w*|instead of|names only)\b"
        ),
        "Secrets or foreign code would pass through the job's log or shell. Which ones, who reads "
        "the log, and is there a way without?",
    ),
    (
        Lazy(
            r"(?i)\b(?:publish|releas|deploy|ship|push to (?:npm|pypi|production"
            r"|prod))\w*\b[^.;]{0,40}\b(?:on|for|with|at|after) (?:each|every"
            r"|any) (?:single )?(?:push|commit|pr\b"
            r"|pull request|branch)|\b(?:each|every|any) (?:push|commit|pr|pull request"
            r"|branch)\b[^.;]{0,40}\b(?:publish|releas|deploy|goes live|go live|ship)\w*"
        ),
        Lazy(
            r"(?i)\b(?:npm|pypi|crates|maven|registry|production|prod|live|app ?store|play ?store"
            r"|customers?|secrets?|token|any branch|pull request|docker hub)\b"
        ),
        Lazy(
            r"(?i)\b(?:staging|nightly|snapshots?|canary|internal registry|test (?:system|server"
            r"|registry)|dry[- ]run|previews?|after (?:a |the )?(?:approval|review)|tag only"
            r"|only tags)\b"
        ),
        "Whatever is pushed reaches users, and whoever may push holds the token. From which "
        "branches, who approves, what is the way "
        "back?",
    ),
    (
        Lazy(
            r"(?i)\b(?:all|every|each|any) (?:(?:of )?(?:the |our )?)(?:repos?'?|repositor\w+'?"
            r"|pipelines?|workflows?|jobs?|branch\w*|teams?)(?:'? (?:pipelines?|workflows?"
            r"|jobs?))?\b[^.;]{0,50}"
            r"\b(?:assume|share|use|get|have|read|inherit|same)\b[^.;]{0,40}\b(?:roles?|tokens?"
            r"|keys?|accounts?|secrets?|credentials)\b"
            r"|\b(?:docker[- ]?(?:in-docker )?socket|host network|privileged (?:mode|containers?"
            r"|runners?))\b"
        ),
        Lazy(
            r"(?i)\b(?:workflows?|ci|actions?|pipelines?|github|gitlab|jobs?|runners?|deploy\w*)\b"
        ),
        Lazy(
            r"(?i)\b(?:read[- ]only|instead of|no longer|stop\w*|narrow\w*|remov\w*"
            r"|least privilege|scoped|separate|own role)\b"
        ),
        "One leak in any of them opens all: which rights does it need, can each have its own "
        "narrow role, and who approves?",
    ),
)
