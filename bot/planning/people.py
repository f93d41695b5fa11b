"""People: who may want, hold or decide something, apart from those whom a program serves."""

from __future__ import annotations

# By what they do. Words that name parts of programs as well (editor, handler, monitor) are left out.
TRADES = (
    r"(?:actuar(?:y|ies)|accountants?|advis[eo]rs?|auditors?|lawyers?|solicitors?|notar(?:y|ies)"
    r"|doctors?|nurses?|physicians?|pharmacists?|secretar(?:y|ies)|treasurers?|chair(?:man|woman"
    r"|person)?|president|principal|headmaster|coach(?:es)?|trainers?|referees?|librarians?"
    r"|curators?|architects?|designers?|photographers?|illustrators?|translators?|copywriters?"
    r"|musicians?|composers?|engineers?|technicians?|electricians?|geologists?|biologists?"
    r"|chemists?|physicists?|scientists?|researchers?|statisticians?|professors?|consultants?"
    r"|contractors?|suppliers?|vendors?|landlords?|caretakers?|boss|managers?|directors?"
    r"|officers?|clerks?|colleagues?|interns?|predecessor|friends?|wife|husband|brother|dad"
    r"|father|mother|bookkeepers?|insurers?|surveyors?|pastors?|priests?|mayors?|manufacturers?"
    r"|providers?|partners?|carriers?|hosters?|operators? of the|translation agency"
    r"|recruit(?:ing|ers?)|admins? of [a-z ]+|former admin)"
)
GROUPS = (
    r"(?:marketing|sales|finance|legal|purchasing|procurement|hr|human resources|support|ops"
    r"|operations|security|product|management|headquarters|hq|accounting|compliance|logistics"
    r"|research|editorial|(?:the |our |their )?(?:office|board|council|committee|league"
    r"|federation|association|agency|lab|laboratory|bank|authority|ministry|university|hospital"
    r"|school|utility|municipality|city|parish|works council|it department)|their it"
    r"|customers? it|[a-z]+ (?:team|department|people|guys|folks|company|office|side|crowd|camp))"
)
# Those a program serves: what they want may be wanted of each of them alike.
AUDIENCE = (
    r"(?:users|customers|players|teachers|parents|pupils|students|members|guests|visitors"
    r"|editors|admins|readers|drivers|juniors|seniors|beginners|volunteers|developers|devs"
    r"|testers|clients|patients|guests|tenants|subscribers|organi[sz]ers|owners|maintainers"
    r"|authors|reviewers|traders|farmers|people)"
)
