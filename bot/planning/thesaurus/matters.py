"""More of what issues speak of, in trades, in code and in everyday life, one line a meaning."""

from __future__ import annotations

# `~` stands before what every second issue speaks of; `_` joins words, `*` stands for any ending.
# A line with a known head adds words to it.
MATTERS = """
curve line_graph bezier slope / kurve* / curva* / courbe*
note_of_music chord key_of_music tempo metronome / akkord* tonart / acorde* / accord_de
lyrics verse stanza / liedtext* strophe* / letra_de / paroles
subtitle subtitles caption captions / untertitel* / subtítulo* / sous-titre*
bookshelf shelf shelves rack / regal* / estante* estantería / étagère* rayon
label_printer sticker stickers / etikett* aufkleber / etiqueta* pegatina* / étiquette* autocollant*
signature_of_person sign_here e_signature
moderation moderator moderators ban banned block_user report_user / moder* gesperrt / moderador* / \
modérat*
follower followers follow following_someone like_button timeline / / seguidor* / abonné*
reaction thumbs_up emoji_reaction
quoted_text quotation citation cite / zitat* / cita_textual / citation*
footnote footnotes reference_list bibliography references / fußnote* literatur* / nota_al_pie / \
note_de_bas
heading_level table_of_contents toc outline / inhaltsverzeichnis / índice_de / sommaire
code_block syntax_highlighting snippet snippets / codeblock / fragmento / extrait
image_size width_and_height srcset full_size lazy lazy_loading
cookie cookies consent tracking analytics / cookie* / cookie* / cookie*
seat_map seating seating_plan table_plan / sitzplan* / plano_de / plan_de_salle
queue_of_jobs broker consumer message_queue
migration migrate migrated migrations / migration* / migración / migration*
transaction transactions commit_of_data savepoint atomic / transaktion* / transacción / transaction*
foreign_key constraint constraints unique_index uniqueness unique / eindeutig* / único / unique
query_of_database sql select_statement joins / abfrage* / consulta* / requête*
replica replication failover standby_server primary / / réplica / réplique
load_balancer reverse_proxy ingress gateway
request requests http_request / anfrage* / petición peticiones solicitud* / requête*
header_of_request headers content_type cors user_agent
bracket brackets parenthesis parentheses / klammer* / corchete* paréntesis / crochet* parenthèse*
regex regular_expression pattern patterns wildcard glob / muster / patrón / motif
path paths absolute_path relative_path backslash slash / pfad* / ruta_de / chemin_de
symlink symbolic_link shortcut_file hard_link
permission_bits chmod executable_bit umask file_mode
byte bytes buffer binary hex / byte* puffer / / octet* tampon_de
integer int32 int16 int64 overflowed wraps_at signed_integer number_too_big two_gigabytes 2_gb
float nan infinity floating_point
null_terminated pointer_of_code use_after_free double_free dangling_pointer asan sanitizer
event_loop await coroutine async promise blocking_call
type types typing_of_code typed type_error overload generics
constructor initialiser init initialisation initialization bootstrapping
deprecated deprecation removed_in obsolete_api
benchmark profiling profiler flame_graph
screenshot screen_capture screen_shot / bildschirmfoto / captura_de / capture_d'écran
printer_of_labels duplex landscape_print
touch_target finger_size hit_area
swipe gesture_back long_press double_tap drag_handle / wisch* / desliz* / gliss*
landscape_mode rotate_the_phone turn_the_phone rotation_of_screen / querformat / horizontal / \
paysage
status_bar notch safe_area navigation_bar
splash first_start onboarding welcome_screen intro tutorial
offline_mode available_offline use_without_internet
weekday monday tuesday wednesday thursday friday saturday sunday weekend weekends / montag \
dienstag mittwoch donnerstag freitag samstag sonntag wochenende / lunes martes miércoles jueves \
viernes sábado domingo / lundi mardi mercredi jeudi vendredi samedi dimanche
closed closing_day closing_days opening_hours shut opening_times / geschlossen öffnungszeiten / \
cerrado horario / fermé horaires
red / rot* / rojo* roja* / rouge*
green / grün* / verde* / vert*
blue / blau* / azul* / bleu*
replace replaces replacing substitute_for supersede / ersetz* / reempla* / remplace
trigger triggers triggered fires fired kicks_in / auslös* / dispar* / déclench*
service services daemon systemd background_service / dienst* / servicio* / service*
script scripts tool tools utility / skript* werkzeug* / herramienta* / outil*
response responses answers_with status_code / antwort* / respuesta* / réponse*
class method function routine handler handlers / klasse methode funktion / clase función / classe \
fonction
card cards credit_card debit_card smart_card / karte karten / tarjeta* / carte cartes
vendor provider supplier carrier / anbieter lieferant* / proveedor* / fournisseur*
company companies firm firms enterprise / firma firmen unternehmen / empresa* / entreprise* société*
neighbour neighbouring adjacent next_door side_by_side / nachbar* / vecin* / voisin*
raw original unprocessed source_file / original* roh* / original* / original* brut
range between_dates from_to span interval_of / bereich / rango / plage
gap gaps hole holes missing_stretch / lücke* / hueco_en laguna* / trou trous
percentage variant variants experiment ab_test rollout_of
back_off backoff wait_longer jitter_of_retry exponential
hit_at_once same_second stampede thundering_herd all_at_the_same_time
queue_again requeue redeliver redelivery
release release_of_hold free_again freed frees never_freed held_forever blocked_seat / freigeben \
freigegeben wieder_frei / liber* / libér*
abandon abandoned gave_up_buying closes_the_tab leaves_the_page aborted_by_user / \
abgebrochen_haben / abandon* / abandon*
come_off walk_off walked_off leave_behind
age_limit min_age for_adults underage minors horror adult adults rated / jugendschutz volljährig* \
erwachsene* / adultos menores / adultes mineurs
self_service terminal_of_shop kiosk checkout_machine self_check / selbstbedien* automat / \
autoservicio / borne libre-service
librarian library_card branch_of_library / bibliothek* bücherei* / biblioteca* / bibliothèque*
fine_to_pay late_fee fines penalty overdue_fee / mahngebühr* säumnis* / multa* recargo / amende* \
pénalité*
unit_conversion micromol millimol milligram converts_units
blood_value lab_result lab_results findings creatinine reference_range / laborwert* befund* / \
resultado* análisis / analyse* résultats
treatment treated antibiotic antibiotics drug drugs withdrawal therapy / behandl* medikament* / \
tratamiento* medicamento* / traitement* médicament*
milk dairy cow cows cattle herd livestock sheep pig / milch kuh kühe herde / leche vaca vacas \
ganado / lait vache vaches troupeau
coordinate_system datum projection shapefile epsg georeferenced crs
puncture flat_tyre tyre tire tyres plattfuß / reifen platt platter plattem plattfuß / pinchazo \
neumático* rueda / pneu* crevaison crevé
ride rides ride_of_bike cycling trip_end rental_end / fahrt fahrten / trayecto viaje* / trajet*
parking park parked car_park / park* / aparca* estacion* / stationn* parking
zone area region polygon / gebiet* bereiche / zona zonas área / zone zones région
bracket_depth recursion recursive recursive_descent nested deeply nesting stack_overflow / \
rekursi* verschachtel* / recursi* anidad* / récursi* imbriqu*
incremental recompile recompiled compiled_anew only_what_changed translated_again make_again
variable variables local_variable locals / variable* / variable* / variable*
optimiser optimizer optimisation optimization inline / optimier* / optimiz* / optimis*
shadowing shadowed hides_another
logrotate log_rotation rotated_log inode tail_f follow_file
pipe piped pipeline_of_shell stdin stdout standard_input
allergy nuts caterer diet vegetarian vegan / unverträglich* vegetari* / vegetarian* / végétari*
declined said_no not_coming rsvp turned_down regret accepted_invitation / zusage* absage / rechazó \
/ décliné
chair table_seat place_card place_cards tables round_table / tisch tische stuhl / mesa_de silla / \
table_de chaise
wedding bride ceremony / hochzeit* / boda* / mariage*
cook chef / koch köche / cocinero* / cuisinier*
theatre performance_of_play stage_play cinema opera / theater* vorstellung* kino / teatro \
función_de cine / théâtre spectacle cinéma
sold_out no_seats_left half_empty fully_booked / ausverkauft halbleer ausgebucht / agotad* lleno / \
complet épuisé
print_out printed_ticket hard_copy / ausdruck* / impreso / imprimé
alias aliases second_address other_address
mail_thread reply_all answer_all everybody_of_a_thread
"""
