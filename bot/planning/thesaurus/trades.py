"""What issues of many trades speak of, in their users' and their programmers' words, one line a meaning."""

from __future__ import annotations

# `~` stands before what every second issue speaks of; `_` joins words, `*` stands for any ending.
# A line with a known head adds words to it.
TRADES = """
cpu fan fans howls howling busy_loop 100_cpu hot overheat overheats heats_up whole_core \
processor_time load_average simd / lüfter prozessor* / procesador ventilador* / processeur \
ventilateur*
threshold thresholds tolerance around_the_limit limit_value / schwelle* grenzwert* / umbral* / \
seuil*
rate_limit rate_limits too_many_requests 429 throttle throttled throttling quota / \
zu_viele_anfragen drossel* / demasiadas_peticiones / trop_de_requêtes
unchanged nothing_was_touched nothing_changed not_touched although_nothing no_changes untouched / \
unverändert / sin_cambios / inchang*
permanent every_time each_time every_run each_run all_the_time constantly always_again / jedes_mal \
jedesmal dauernd / cada_vez siempre / chaque_fois toujours
brute_force lock_out lockout too_many_attempts failed_attempts guess guesses guessing \
try_passwords thousand_passwords wrong_passwords / durchprobier* sperre_nach / fuerza_bruta / \
force_brute verrouillage_après essais_de_mot
secret secrets confidential credential private_key api_keys connection_string / geheim* / secreto* \
/ secret*
loudness loud louder quiet quieter normalise_volume normalize_volume equally_loud r128 \
volume_jumps make_me_jump too_quiet too_loud / laut* leise* lautstärke* / volumen_alto \
alto_volumen fuerte bajo / fort volume_sonore
cent penny pennies one_cent a_cent by_a_cent cents rappen / cent pfennig / céntimo* centavo* / \
centime*
notify pager paged page_me buzz buzzes let_us_know tell_us get_told alerting phone_had messages_me \
alerts_me wakes_me / benachrichtig* meldung* / notific* avis* aviso* / notifi* avert* prévenir
badge badges unread unread_count unread_counter red_number number_on_the_icon bubble unseen \
red_dot / ungelesen* / no_leíd* sin_leer / non_lu*
mute muted silence silenced unmute do_not_disturb snooze turned_off_the_noise / stummgeschalt* \
stummschalt* / silenci* / muet sourdine
presence online away green_dot available shown_as_present is_there status_dot idle green last_seen \
/ anwesend* online_status grün / presente en_línea / présent* en_ligne
heartbeat keepalive keep_alive liveness
socket websocket sockets websockets tcp udp
channel channels room_of_chat chatroom / kanal kanäle / canal canales / canal canaux salon
firewall security_group security_groups security_rules iptables ufw / firewall / cortafuegos / \
pare-feu
rule rules policy policies / regel* / regla* norma* / règle*
idle_timer inactivity inactive_for unattended
guest without_an_account without_account without_registering without_registration need_an_account \
have_an_account no_account create_an_account forced_registration anonymously account_creation / \
gast gäste ohne_konto ohne_anmeldung / invitad* sin_cuenta sin_registr* / invité* sans_compte \
sans_inscription
english / englisch* / inglés* / anglais*
german / deutsch* / alemán* / allemand*
french / französisch* / francés* / français*
spanish / spanisch* / español* / espagnol*
danish / dänisch*
dutch
italian / italienisch* / italian* / italien*
polish / polnisch* / polac* / polonais*
portuguese
swedish
turkish
russian
chinese
japanese
translate wrong_language in_the_wrong_language default_locale i18n l10n language_setting localized \
localised / sprache* übersetz* / idioma* traduc* traduz* / langue* tradui* tradu*
confirm order_confirmation order_number receipt_mail confirmation_mail / bestätig* / confirm* / \
confirm*
mass gram grams kilo kilos kg heavy weigh weighed weighs kilogram kilograms / gramm gewicht* \
schwer kilo / gramo* peso pesa kilo* / gramme* poids pèse kilo*
length metre metres meters miles centimetres centimeters cm millimetre mm / länge* meter / \
longitud metros / longueur mètres
spool roll reel filament coil / spule rolle / bobina rollo / bobine rouleau
decimal decimal_separator decimal_comma decimal_point comma_as dot_as only_a_dot only_the_comma / \
dezimal* komma / decimal* coma / décimal* virgule
keyboard keypad on_screen_keyboard numeric_keyboard keystroke typing
amount_of_money sum_of_money amounts / betrag beträge / importe* monto* / montant*
recurring rent_fee rent_due standing_order standing_orders recurrent repeats_monthly every_month \
monthly first_of_the_month / dauerauftrag wiederkehrend* monatlich* / recurrente* mensual* \
cada_mes / récurrent* mensuel* chaque_mois
part component_of_machine solid mesh body_part stl model models geometry shape triangles / \
bauteil* modell* netz_aus / pieza* modelo* malla / pièce* modèle* maillage
damage damaged defect defective broken_thing broken_things broken_lamp torn / schaden schäden \
beschädig* defekt* kaputt_ist / daño* dañad* averiad* / dégât* endommag* défectueu*
caretaker janitor maintenance maintenance_man repairman / hausmeister* wartung* instandhalt* / \
mantenimiento conserje / concierge entretien maintenance
cleaner cleaning housekeeper housekeepers housekeeping clean_room / reinig* putz* / limpieza / \
nettoyage ménage
reception front_desk receptionist desk / rezeption empfang / recepción mostrador / réception accueil
drink drinks minibar beverage snacks peanuts snack / getränk* / bebida* / boisson*
charged charge_for surcharge billed be_charged bill_guest puts_on_the_bill / berechnet abgebucht* \
abbuch* / cobr* cargo / factur* débit*
ill sick absent_teacher sick_leave illness / krank* / enferm* / malade*
replacement replacements substitute substitutes substitution stand_in / vertretung* ersatz* / \
sustitu* suplente* / remplaç*
unpublished before_it_is_published before_publication not_yet_published still_draft \
marked_as_draft not_finished still_writing unfinished upcoming_posts / entwurf entwürfe \
unveröffentlicht* / borrador* sin_publicar / brouillon* non_publié*
client_side in_the_client developer_tools dev_tools devtools browser's_tools client_only
laboratory lab labs / labor labore / laboratorio* / laboratoire*
room rooms classroom chamber hall / raum räume zimmer saal / sala salas aula habitación \
habitaciones / salle* chambre*
train_of_thought plan_of_week planning planners planner planned / plan_er planer* planung / \
planific* / planific* planning
cavity cavities hollow inside_of closed_space / hohlraum* / cavidad* hueco* / cavité* creux
podcast shows_of_podcast queue_of_episodes series subscribed_shows / sendung* folge folgen / \
programa* capítulo* / émission* épisode*
continue_download range_request range_requests partial_download picks_up_download
infrastructure provisioning
dns domain domains records_of_zone zone nameserver / domain* / dominio* / domaine*
cluster kubernetes k8s node nodes pod pods / knoten / nodo* clúster / nœud* grappe
restart_of_worker worker_was_restarted node_lost lost_a_node rescheduled task_retry task_is_retried
warehouse_of_data fact_table etl pipeline pipelines data_lake loads_step
revenue turnover sales income earnings / umsatz umsätze erlös* / ingresos ventas facturación / \
chiffre_d'affaires revenu* ventes
event_of_data late_events late_event events watermark clicks ingest ingestion / ereignis* / \
evento* / événement*
indexed_by_google google crawler crawlers sitemap robots seo search_console search_engine \
search_engines index_xml / suchmaschine* / buscador* / moteur_de_recherche
listen_on all_interfaces local_network bind_address host_0 localhost from_my_phone lan_access
look_at view_my try_on test_with_a_phone
stamp_seal seal stamp / stempel / sello / cachet tampon
appointment booking_of_visit slot slots visit visits consult consultation be_there show_up / \
termin* / cita citas turno* / rendez-vous créneau*
cancel called_off called_it_off cancelled_by_phone cancellation cancellations \
taken_out_of_the_plan / absag* abgesagt* stornier* storno / cancel* anul* / annul*
sms text_message short_message texts_me texted wrote_me / sms / sms mensaje_de_texto / sms texto
doctor practice physician hospital nurse medical / arzt ärzt* praxis krankenhaus patient* / médic* \
paciente* hospital clínica / médecin* patient* hôpital
same_name equal_names names_are_equal namesake two_people_with the_other_thomas / gleicher_name \
namensgleich* / mismo_nombre / même_nom homonyme*
identifier id ids uuid primary_key lookup_by_name by_id by_name / kennung* / identificador* / \
identifiant*
camera camera_led / kamera* / cámara* / caméra*
lamp lamps bulb light_bulb led webcam_light light_of_camera / lampe* leuchte* / lámpara* bombilla* \
/ lampe* ampoule*
call calls phone_call hang_up hanging_up hung_up red_button end_call leaving_the_call \
meeting_is_over call_is_over / anruf* auflegen aufgelegt gespräch / llamada* colgar / appel* \
raccroch*
conference video_call meetings meeting_room webinar / konferenz* besprechung* sitzung* / reunión \
reuniones conferencia* / réunion* conférence*
record_audio recording recordings capture captured record_the_meeting / aufnahme* aufzeichn* / \
grabación grabaciones grabar / enregistrement*
share_screen screen_sharing shared_tab shared_screen presenter presentation slides slideshow / \
präsentation* bildschirmfreigabe folien / presentación diapositiva* pantalla_compartida / \
présentation* diapositive* partage_d'écran
microphone mic headset / mikrofon* / micrófono* / micro microphone*
wireless zigbee bluetooth z_wave matter_device pairing paired / funk* kabellos* / inalámbric* / \
sans_fil
unavailable shown_grey stay_grey greyed_device dead not_available not_ready / nicht_verfügbar \
unerreichbar tot / no_disponible / indisponible*
shutter shutters blinds curtain awning / rolladen rollladen jalousie* / persiana* / volet* store
heating thermostat heater radiator degrees / heizung* thermostat* / calefacción termostato* / \
chauffage* thermostat*
solar photovoltaic feed_in / solar* / solar* / solaire*
sunset dusk / sonnenuntergang dämmerung / puesta_de_sol ocaso / coucher_du_soleil
sunrise dawn / sonnenaufgang / amanecer / lever_du_soleil
quit_job exit_date leaving_date resigned resignation fired dismissal left_the_company stopped_on \
last_working_day / kündig* austritt* / despid* baja_laboral renuncia / démission* licenci* départ
pro_rata prorated proportionate proportionally full_month whole_month thirty_days / anteilig* / \
prorrate* proporcional* / prorata
overtime night_shift bonus working_hours hours_worked / überstunde* nachtschicht zuschlag* / \
horas_extra turno_de_noche / heures_supplémentaires
bank transfer transfers sepa iban wire batch_of_payments / bank* überweis* / banco* transferencia* \
/ banque* virement*
transliterate limited_set character_set allowed_characters special_letters ø_in ß_or
fingerprint face_id biometric biometrics touch_id / fingerabdruck / huella* / empreinte*
clipboard pasteboard copy_buffer / zwischenablage / portapapeles / presse-papiers
vault keychain keyring / tresor / bóveda llavero / coffre trousseau
autofill auto_fill autocomplete auto_complete completions completion suggestions suggestion \
fill_in_for_me / autovervollständig* vorschlag* vorschläge / autocompletar sugerencia* / \
autocomplét* suggestion*
subdomain subdomains sibling_domain other_domain same_domain
definition go_to_definition jump_to_definition declaration
language_server lsp intellisense
watcher watches file_watcher watch_mode excludes indexing_files inotify
dependency packages_are installed_packages third_party / abhängigkeit* / dependencia* / dépendance*
workspace multi_root multi_folder monorepo second_folder
indent indentation line_width tabs_or_spaces code_style / einrück* / sangría* / indentation
marker markers pin pins poi / marker markierung* / marcador* / marqueur*
popup bubble_of_info info_bubble info_window callout balloon / sprechblase* / globo / bulle*
viewport visible_area screen_edge close_to_the_edge at_the_edge near_the_edge at_the_border \
at_the_edge_of / bildschirmrand / borde_de_la_pantalla / bord_de_l'écran
webgl canvas gpu graphics graphics_card / grafikkarte* / tarjeta_gráfica / carte_graphique
shader shaders
mount unmount mounted unmounted destroy destroyed dispose disposed single_page
physics collision_of_body gravity rigid_body dt time_step frame_time / physik* / física / physique
ground floor terrain / boden / suelo / sol_du
character hero player_character avatar_of_player enemy npc / figur spielfigur / personaje* \
jugador* / personnage* joueur*
level levels stage world_of_game / ebene level / nivel niveles / niveau*
effect effects particle particles explosion / effekt* / efecto* / effet*
bid auction offer_price offers / gebot* auktion* angebot* / puja subasta oferta* / enchère* offre*
queue_of_people waiting_list waitlist next_in_line line_up / warteliste* warteschlange* / \
lista_de_espera / liste_d'attente
restaurant / restaurant* / restaurante* / restaurant*
waiter / kellner* / camarero* / serveur_de
allergy allergen allergens intolerance gluten / allergi* / alergi* / allergi*
ingredient ingredients / zutat* / ingrediente* / ingrédient*
portion portions servings / portion* / ración raciones / portion*
harvest / ernte* / cosecha* / récolte*
irrigation watering / bewässer* / riego / arrosage
driver drivers chauffeur courier / fahrer* / conductor* chófer / chauffeur* conducteur*
stop_of_bus station stations platform_of_station / haltestelle* bahnhof* / parada* estación \
estaciones / arrêt* gare*
delay_of_train connection_of_train departure departures arrival arrivals / abfahrt* ankunft* / \
salida* llegada* / départ* arrivée*
fuel refuel / kraftstoff* tanken / combustible / carburant*
museum exhibition exhibit / museum* ausstellung* / museo* exposición / musée* exposition
donation donate donor donors / spende* / donación donaciones / don donateur*
membership membership_fee dues annual_fee / mitgliedschaft* mitgliedsbeitrag / cuota membresía / \
adhésion cotisation
vote voting poll ballot survey questionnaire / abstimm* umfrage* / votación encuesta* / vote* \
sondage*
tournament league / turnier* liga / torneo* liga / tournoi* ligue
standings score_of_game / spielstand / marcador_final / classement*
referee / schiedsrichter* / árbitro / arbitre
insurance policy_number claim_of_damage / versicherung* / seguro_de / assurance*
warranty guarantee / garantie / garantía / garantie
customs duty_of_import border_crossing / zoll / aduana* / douane*
vaccination vaccine / impf* / vacun* / vaccin*
blood / blut* / sangre / sang
pulse heart_rate / puls / pulso / pouls
layer layers / ebenen schicht* / capa capas / calque* couche*
brush / pinsel / pincel / pinceau
eraser / radier* / goma_de_borrar / gomme
pencil pen crayon / stift* bleistift* / lápiz bolígrafo / crayon stylo
stroke strokes / strich* / trazo* / trait*
"""
