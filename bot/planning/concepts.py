"""Concepts: words that mean the same in reports of different people, brought to one."""

from __future__ import annotations

from bot.planning.gloss import gloss
from bot.planning.lazy import Lazy
from bot.planning.words import STOP, stem, words

# One line a concept; the first word stands for all. Words of several meanings are left out.
_GROUPS = """
build builds built rebuild rebuilds rebuilt rebuilding compile compiled
endless endlessly forever loop loops looping infinite
toggle toggles toggled toggling
hour hours
pet pets dog dogs cat cats animal animals
booking bookings reservation reservations booked
crew staff
boarding embarkation
holiday holidays vacation vacations
teacher teachers tutor tutors
pupil pupils student students
weather forecast
ship boat ferry vessel
car vehicle vehicles cars
bike bicycle bicycles
ticket tickets
receipt receipts
discount discounts voucher vouchers coupon coupons rebate
shop store basket cart
colour color colours colors
rename renamed renaming
crop cropped trim
rotate rotated rotation
undo revert
spell spelling typo typos
twice two double doubled doubly duplicate duplicated duplicates identical again repeated repeatedly
mail email emails mails newsletter inbox
dark night black
theme mode scheme palette
crash crashes crashed panic panics abort aborts dies died segfault exception traceback
fail fails failed failing failure broken breaks error errors unusable impossible
fail reject rejected rejects refused refuses
login signin sign log authenticate authentication
delete deleted deletes remove removed removes removing erase
show shown shows display displayed displays visible render rendered
hide hidden invisible behind under underneath beneath below covered overlap overlaps
select dropdown listbox combobox picker options option
modal dialog dialogue popup overlay lightbox
click clickable clicking press pressed pressing tap tapped
search searching find finds found finding lookup query
uppercase lowercase case capital capitals
umlaut umlauts diacritic diacritics accent accents unicode utf encoding charset
umlaut characters character special letters
calendar ical ics icalendar
feed subscribe subscription rss
shift shifts duty duties
image images picture pictures photo photos
slow slowly sluggish performance speed fast faster takes latency
sleep sleeps suspend suspended suspends hibernate lid standby wake waking
computer machine laptop pc notebook
timer stopwatch clock countdown
export exports exported exporting download downloads downloaded
import imports imported importing
metrics metric prometheus openmetrics counters counter monitoring scrape
expose endpoint
schedule scheduled schedules cron job queued queue
reminder reminders remind overdue
notification notifications notify notified alert alerts
loan loans borrow borrowed lend lending
return returned returns
member members reader readers user users customer customers people account accounts client clients
send sends sent sending receive receives received receiving get gets delivered
morning daily every day
empty blank white missing nothing none null undefined
save saved saves saving store stored stores
setting settings preference preferences option configuration config
language languages locale translation translations
map maps tiles
proxy proxies http_proxy https_proxy
invoice invoices bill bills
file files document documents
page pages view screen
list listing table overview
wrong incorrect false bad invalid
jerky stutter stutters stuttering choppy fps frame lag lags laggy
chat chats conversation conversations thread threads
session sessions device devices
logout signed logged
invalidate revoke expire
scroll scrolls scrolling
long many large big huge thousands
warn warns warning warnings
encrypt encrypted encryption
backup backups dump dumps
cache cached caching
translate translated translation
token tokens key
avatar avatars profile
zoom zooming pinch
video videos movie
sound audio volume noise
border borders margin padding spacing
font fonts typeface
position location gps place
invite invites invitation invitations
upload uploads uploading
refresh reload reloading
late later delayed delay delays
freeze freezes frozen hang hangs hanging stuck unresponsive
memory ram leak leaks oom
date dates day days
time times minute minutes
timezone zone utc dst
price prices cost costs amount
number numbers count counts counted
sort sorted sorting order ordering
filter filters filtered filtering
copy clone duplicate
keyboard shortcut shortcuts hotkey hotkeys key
mobile phone smartphone iphone android
start starts started startup launch launches boot
stop stops stopped
update updated upgrade upgraded updating
install installs installed installation setup
container containers docker
database db sqlite postgres postgresql mysql
password passwords passphrase
address addresses
comma separator delimiter
column columns field fields
row rows line lines record records entry entries item items
test tests spec specs
doc docs documentation readme manual guide
message messages text
title titles heading name names
print printed printing printer pdf
round rounded rounding decimals cents
limit limits maximum max
preview previews
campaign campaigns
attachment attachments
comment comments note notes
tag tags label labels
link links url urls
host hosts hostname server
category categories group groups
"""
# Concepts that stand in every second issue say little about what it is about.
_COMMON = frozenset(
    stem(w)
    for w in [
        "show",
        "page",
        "open",
        "add",
        "support",
        "use",
        "list",
        "number",
        "time",
        "title",
        "comment",
        "row",
        "button",
        "get",
        "send",
        "member",
        "start",
        "stop",
        "save",
        "new",
        "see",
        "run",
        "change",
        "work",
        "text",
        "message",
        "app",
        "setting",
        "empty",
        "fail",
        "wrong",
        "twice",
        "file",
        "date",
        "please",
        "like",
        "day",
        "want",
        "nice",
        "cool",
        "update",
        "click",
    ]
)
_ONE = {
    stem(word): stem(line.split()[0])
    for line in reversed(_GROUPS.strip().splitlines())
    for word in line.split()
}


# Several words for one thing.
_PHRASES = tuple(
    (Lazy(rf"(?i)\b(?:{source})\b"), concept)
    for source, concept in (
        (
            r"(?:clock|time) change|change of the clocks?|clocks? (?:change[ds]?|went (?:back"
            r"|forward))",
            "dst",
        ),
        (r"(?:summer|winter|daylight saving|standard) time|daylight savings?", "dst"),
        (r"60 minutes|an hour|one hour|1 ?h", "hour"),
        (
            r"switch\w* (?:it |this |that )?off and on(?: again)?|(?:off and on"
            r"|on and off) again",
            "toggle",
        ),
        (r"for ever|over and over|again and again|without end|never ends|in a loop", "endless"),
        (r"link\b.{0,40}\bcalendar", "link feed calendar"),
        (r"dark (?:mode|theme)|night mode", "dark mode"),
        (r"two[- ]factor(?: authentication)?|second factor|authenticator app", "2fa"),
        (r"single sign[- ]?on", "sso"),
        (r"by hand", "manually"),
    )
)


def concepts(text: str) -> tuple[str, ...]:
    """The concepts of a text, in order, repeated as in the text; other languages through their gloss."""
    plain = gloss(text)
    for phrase, concept in _PHRASES:
        plain = phrase.sub(concept, plain)
    plain = plain.replace("+", " plus ").replace("e-mail", "email").replace("E-mail", "email")
    kept = (
        w
        for w in words(plain)
        if (w not in STOP or stem(w) in _ONE) and (len(w) > 1 or not w.isascii())
    )
    return tuple(_ONE.get(s, s) for s in map(stem, kept))


def is_common(concept: str) -> bool:
    """Say whether a concept stands in so many issues that it tells little."""
    return concept in _COMMON
