"""More of how faults are told, by users and by programmers; a line with a known head adds words to it."""

from __future__ import annotations

# `~` stands before what every second issue speaks of; `_` joins words, `*` stands for any ending.
SIGNS = """
delete clear cleared clears trash bin prune pruned take_out taken_out took_out strip stripped \
cleaned empties emptied / entfern* lösch* geleert / borr* elimin* quit* vaciar / supprim* effac* \
enlev* vider
lose is_gone no_longer_there forgets drops discarded discards not_kept not_there_any_more \
disappeared disappears went_missing has_gone had_gone not_preserved omits omitted leaves_out skips \
skipped skip lost_again / verlor* verlier* verschw* vergiss* vergess* weg / pierd* perd* desapar* \
olvid* / perd* dispar* oubli* disparu*
get pull pulled collect requested request_s / bekomm* erhalt* / recib* obten* / reçoi* reçu* obten*
send post transmit submit submitted submitting forward forwarded emit emitted goes_out go_out \
sends_out / versend* verschick* geschickt schick* gesendet / envi* mand* / envo*
~show announce announces announced present_it hand_out
reject refuses accepts_only only_accepts only_accept does_not_accept doesn_t_accept not_accept \
will_not_take bounce bounces bounced not_valid unaccepted complains_about takes_no can_t_type \
cannot_type cannot_enter can_t_enter blocked_by_validation / ablehn* abgelehn* verweiger* \
nicht_akzeptiert / rechaz* deneg* no_acepta / refus* rejet*
crash closes null_pointer nullpointerexception npe nil_pointer nil_map nil_response dereference \
dereferenced dereferences division_by_zero divide_by_zero unhandled aborts aborted stops_working \
shuts_down kicks_me_out fatal typeerror valueerror keyerror indexerror nullreference \
nullreferenceexception throwing unwrap bails_out simply_gone is_simply_gone just_gone quits \
app_is_gone program_is_gone out_of_bounds out_of_range / stürzt* crasht beendet_sich / se_cae peta \
revienta / planté*
freeze waits_for_ever sits_there never_returns does_nothing nothing_happens nothing_moves blocked \
blocks not_responding does_not_respond does_not_react no_reaction keeps_spinning keeps_loading \
loads_for_ever never_done never_completes never_loads jammed stall stalls stalled hiccup hiccups \
stands_still does_not_move no_progress hung waits_for block / reagiert_nicht friert* blockiert / \
no_responde se_queda bloquea* / ne_répond bloqu*
slow stuttering jank unbearably forever_to n_1 n_plus_1 seconds_to minutes_to takes_long_time \
long_wait full_scan quadratic snappy laggy takes_4_s heavy_query
twice two_copies copies_of double_entry double_entries counted_twice idempotency idempotent \
idempotency_key there_twice posted_again double_charge charged_double charged_twice billed_twice \
two_mails two_messages second_copy same_thing_again same_again one_too_many every_one_twice \
deduplicate deduplication dedup dedupe fires_twice called_twice run_twice runs_twice / doppel* \
nochmal* / duplic* repetid* / double* deux_mails
early too_early premature prematurely ahead_of_time too_soon / zu_früh verfrüht / demasiado_pronto \
antes_de_tiempo / trop_tôt
day_off one_day_off day_early day_before off_by_one_day off_by_a_day wrong_day a_day_late \
a_day_early one_day_early one_day_late day_late previous_day off_by_one_date last_day_of_the_month \
shifted_by_a_day / tag_zu_früh tag_zu_spät falschen_tag falscher_tag vortag / un_día_antes \
un_día_después día_equivocado día_anterior / un_jour_trop mauvais_jour jour_précédent la_veille
double_booking double_booked booked_twice reserved_twice overbook overbooked overbooking \
sold_twice sell_twice two_parties two_classes both_booked / doppelbuchung* doppelt_belegt \
überbucht / sobreventa reservado_dos / surréserv* surbook*
overwrite two_planners save_at_once at_once_wins last_write_wins last_wins lost_update \
overwritten_by each_other's mine_had_disappeared only_hers replaces_mine no_locking optimistic \
two_tabs same_moment concurrency concurrently merge_conflict merge_conflicts race_window / \
überschr* gleichzeitig* / sobrescrib* simultáne* / écras* simultané* en_même_temps
flap flaps flapping hysteresis back_and_forth oscillates oscillation debounce up_down every_minute \
on_and_off_all / flattert hin_und_her / oscila / oscille
half_way midway in_the_middle partway half_done / mittendrin mitten_in / a_medias a_la_mitad / \
à_mi_chemin en_plein_milieu
leak never_pruned without_bound grows_without never_cleared keeps_growing grows_and_grows \
oom_killer oom_killed heap_dump all_the_ram eats_ram memory_usage grows_by not_freed retained / \
speicher* arbeitsspeicher / memoria fuga / mémoire fuite*
leftover zombie orphans stale_lock remnants hanging_around stays_behind accumulates
stale snapshot old_values not_current out_of_date until_i_reload until_i_restart \
until_the_app_is_restarted only_after_a_restart stale_data old_state not_up_to_date yesterday's \
still_the_old previous_state old_data shows_the_old does_not_refresh doesn_t_refresh never_updated \
does_not_update still_listed still_there remains_visible / veraltet* alte_daten nicht_aktuell / \
desactualizad* obsolet* / périm* obsolète*
leftover_state stays_online still_online still_green still_lit still_on stays_on remains_on \
keeps_shining stays_lit keeps_running not_stopped never_stopped aren_t_stopped isn_t_stopped \
stays_open remains_open / bleibt_an bleibt_offen läuft_weiter / sigue_encendid* queda_abiert* / \
reste_allum* reste_ouvert*
overlap on_top_of_each_other over_each_other drawn_over runs_over run_over run_into runs_into \
collides collide collision obscured obscures in_front_of half_hidden printed_on_top over_the_text \
letters_overlap on_top_of_the clip_through clips_through / überlapp* verdeck* überdeck* / solap* \
tapa tapad* / chevauch* recouvr* masqu*
crop cut half_visible outside_the_screen outside_the_viewport off_screen out_of_view \
outside_the_window cut_off_at too_long_for does_not_fit doesn_t_fit only_see_a_part ellipsis \
overflow overflows wrap wrapping wrapped line_break line_breaks / abgeschnitten* umbruch* \
passt_nicht / cortad* recort* no_cabe / coup* tronqu* déborde*
~wrong mistaken incorrectly mistakenly false_result bogus nonsense rubbish garbage strange weirdly \
not_right not_correct isn_t_right
mix_up mixed mixes swapped swaps swap confused confuses somebody_else's someone_else's \
other_person's another_person wrong_person wrong_customer wrong_account the_other_one / vertausch* \
verwechs* / confund* intercambi* / mélang* confond* invers*
somebody_else another_user's other_user's another_user other_users strangers stranger third_parties
exposed visible_to_everyone leaked leaks_to disclosed discloses world_readable plain_text in_clear \
clear_text plaintext unprotected readable_by / klartext offengelegt einsehbar / expuest* \
texto_plano / en_clair expos*
not_enough insufficient too_few too_little too_short less_than_needed / zu_wenig* zu_kurz / \
insuficiente demasiado_poco / insuffisant* trop_peu trop_court
~too_much excessive over_the_top exaggerated
silent quietly no_error_anywhere without_error without_a_log no_log no_hint nowhere_reported \
swallows swallowed_error ignored_error no_feedback without_a_word / ohne_meldung stillschweigend / \
sin_aviso sin_mensaje / sans_message sans_avertissement silencieu*
no_sound silent_video soundless without_sound no_audio inaudible one_hears mute_recording \
is_silent / kein_ton ohne_ton stumm / sin_sonido sin_audio / sans_son pas_de_son muet*
echo feedback_noise hear_myself reverb howl / echo rückkopplung / eco acople / écho larsen
dropout drop_out cuts_out interruption interrupted breaks_off connection_breaks \
connection_breaks_off connection_drops drops_out disconnects disconnected connection_lost \
lost_connection bad_connection bad_reception tunnel reconnect reconnects reconnecting reconnected \
/ abbruch* abgebrochen verbindungsabbruch* funkloch / corte* interrumpe se_corta reconect* / \
coupure* interromp* reconnex*
offline no_wifi loses_wifi loses_wi_fi reception network_is_gone cut_off_from no_signal \
without_connection / ohne_netz kein_netz ohne_internet / sin_conexión sin_internet sin_red / \
hors_ligne sans_réseau sans_connexion
power_cut power_failure blackout without_power unplugged power_loss / stromausfall* / apagón \
corte_de_luz / panne_de_courant coupure_de_courant
reboot rebooted after_a_restart service_restart restarted after_restart boots_up after_boot / \
neustart* neu_starten neugestartet / reinici* / redémarr*
garbled mojibake gibberish cryptic broken_characters strange_characters weird_characters / \
zeichensalat kryptisch / caracteres_raros / caractères_bizarres illisible*
broken_page black_screen goes_black screen_goes_dark \
screen_stays_black / schwarzer_bildschirm / \
pantalla_negra / écran_noir
regression since_the_last_update since_version after_the_update after_upgrading after_the_upgrade \
since_upgrading after_updating worked_in worked_until / seit_dem_update seit_version / \
desde_la_actualización / depuis_la_mise
race sometimes_both timing timing_issue depends_on_timing not_thread_safe thread_safety lock_free \
unsynchronised without_a_lock
wrong_number miscount miscounted miscounts too_high too_low inflated doubled_numbers \
does_not_add_up doesn_t_add_up total_is_wrong sum_is_wrong numbers_are_wrong wrong_total wrong_sum \
/ stimmt_nicht zu_hoch zu_niedrig falsche_summe / no_cuadra demasiado_alto / ne_correspond \
trop_élevé faux_total
partly first_50 only_first only_the_first not_everything a_part_only incomplete_list \
rest_is_missing the_rest_is_missing half_of_them truncated_list missing_rows some_are_missing
short_by_one off_by_one fencepost last_one_is_missing last_one_missing last_entry_missing \
drops_the_last loses_the_last ignores_the_last skips_the_last one_less / letzte_fehlt / \
falta_el_último falta_la_última / manque_le_dernier
unordered shuffled_order order_is_random changes_its_order order_changes wrong_sequence \
same_entries_shuffled not_in_order
readable illegible_text can_hardly_read hardly_read squint eyes_hurt hurts_the_eyes
unsafe dangerous risky scared worrying / gefährlich / peligros* / dangereu*
annoying tedious cumbersome by_hand hand_made manually manual_work one_by_one each_single / mühsam \
umständlich von_hand händisch / a_mano tedioso uno_por_uno / à_la_main fastidieux un_par_un
impatient long_time takes_a_while waiting_for_it
explode explodes blow_up unstable unstably wobble wobbles jitter jitters jittery shaking / zitter* \
wackel* / tiembl* / trembl*
fall_through tunnel_through falls_through fell_through below_the_level through_the_floor \
through_the_ground through_the_wall / fällt_durch / atraviesa / traverse
stutter frame_drop frame_drops half_a_second hitch hitches first_use first_time_only warm_up \
warmup precompile preload / ruck* / tirones / saccad*
distorted stretched squashed deformed aspect_ratio proportions / verzerrt* gestaucht / deformad* \
estirad* / déform* étir*
mirrored flipped reversed inverted upside backwards the_wrong_way the_wrong_way_round \
wrong_direction / gespiegelt verkehrt_herum seitenverkehrt / al_revés invertid* / à_l'envers \
invers*
greyed_out greyed disabled_button inactive not_clickable cannot_click can_t_click unclickable / \
ausgegraut / desactivad* / grisé*
"""
