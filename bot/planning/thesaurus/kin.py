"""Kin: meanings that tell of one matter from two sides, such as what a user sees and what causes it."""

from __future__ import annotations

# One matter a line, by the heads of the meanings.
KIN = """
offline network dropout socket unreachable connect timeout proxy wireless heartbeat
crash freeze fail server_error broken_page
crash empty null_terminated missing
freeze wait endless stutter timeout
freeze thread_lock thread race
slow cpu wait stutter progress timeout
slow query_of_database paging too_big index too_many
leak crash full mount slow leftover
twice retry double_booking race overwrite click
twice schedule thread restart_of_worker request
double_booking overwrite lock race
lose overwrite missing partly short_by_one reset delete
lose save stale reset reboot resume
lose ignored silent partly
stale cache refresh save
stale leftover_state presence
stale invalidate session
leftover_state background presence stop
retry rate_limit half_way resume timeout dropout
resume dropout reset
timezone dst one_hour_off day_off late early
timezone day clock calendar
flap threshold too_many notify permanent
unordered sort diverge random permanent
round cent wrong_number calculate precision decimal
wrong_number count calculate twice partly statistics
wrong_number tax price currency
encode escape garbled reject quote transliterate plus space
validate reject wrong parse
reject permission_denied allow
allow exposed somebody_else allow guest public admin_role
exposed secret log password encryption security token
draft unpublished publish exposed
draft indexed_by_google
login session password token sso two_factor brute_force
brute_force limit security rate_limit lock
mix_up somebody_else same_name identifier cache
search filter select index
crop overlap hide layout viewport too_small popup
crop border page
overlap layout misaligned crop
misaligned rotate mirrored border
unreadable blurry too_small garbled colour font
blurry resize image image_size
image upload camera screenshot
image avatar icon logo
notify mail sms subscribe badge schedule webhook
badge count mute channel
mute sound alarm notify loudness
sound no_sound loudness echo record_audio microphone song video
record_audio camera video call conference share_screen
presence state notify
guest register login account buy
buy pay invoice charged receipt price
charged invoice bank pay money
mass length progress unit spool
keyboard field decimal reject
recurring schedule calendar
appointment book calendar cancel shift
cancel delete undo book
schedule calendar appointment
ill replacement shift
confirm mail receipt
translate language_of_user encode documentation
translate mail template
calendar subscribe link sync
export csv pdf file zip
import csv parse migration
backup export sync
reboot start reset power_cut unavailable
unavailable unreachable dropout missing
heating unit reset
physics fall_through explode stutter
stutter effect webgl load
limit too_many paging too_big integer
too_big upload limit timeout slow
integer upload limit negative
leak thread cpu
battery background location awake cpu
location map address route
delete confirm undo lose
delete leftover
annotation note comment highlight
theme dark colour unreadable
accessibility keyboard focus unreadable
group tag folder
group several select
several select twice
version_history undo version_history edit
share link invite public
permission_denied not_found server_error
not_found link dangling
rename move folder
watcher background endless compile cpu
dependency install package compile
workspace setting folder ignored
setting ignored reset save
setting toggle select
container deploy install
metrics statistics api
progress load upload
queue schedule thread queue_of_jobs
quit_job pro_rata salary former
salary bank tax overtime
doctor appointment medicine
school teacher pupil exam room
hotel room guest reception
ship crew
car electric fuel
electric battery price
electric heating solar
ill replacement
english translate
german translate
french translate
spanish translate
danish translate
italian translate
polish translate
pencil stroke annotation
camera lamp
weather heating solar
return borrow book
return refund buy
product buy delivery
ticket book
wrong mix_up partly
chapter page score
play resume song podcast video
silent warn log
warn confirm notify
copy clipboard
lock awake session
vault password
command setting
twice count wrong_number
clipboard secret expire
expire session token link
late slow wait
release lock expire cancel abandon leftover_state
abandon cancel half_way buy leftover_state
leftover_state lock expire stale release
leftover_state book select ticket
expire stale cache leftover_state
empty missing hide not_found
empty broken_page crop too_small
not_found stale cache unreachable
crop midnight day_off partly
day_off midnight timezone month_end leap_year
twice double_booking race transaction unique
double_booking transaction foreign_key race
mix_up somebody_else same_name identifier reject
reject ordinal_digits decimal validate
allow_list rate_limit reject ignored count
fall_back translate language_of_user empty
fall_back empty missing
power_cut crash half_way reset
banner notify announce warn
quantile statistics metrics
token_of_text quote search parse
extend borrow resume
surcharge price fee tax
balance money pay bank
deadline late expire schedule
attend ticket count limit
autosave save lose
undo reset lose save
assign shift select
ignored filter stale missing
animal book
ground_level map location
"""
