"""What goes wrong, and how it is said, one line a meaning: English / German / Spanish / French / Japanese."""

from __future__ import annotations

# `~` stands before what every second issue speaks of; `_` joins words, `*` stands for any ending.
FAULTS = """
~fail failed failing failure broken error does_not_work not_working unusable breaks errors \
impossible / fehler* scheiter* fehlgeschlag* kaputt* unmöglich / fall* error* roto rota rotos \
imposible / échou* échec* erreur* cass* impossible / エラー 失敗 できない
~wrong incorrect false bad invalid odd weird / falsch* ungültig* / incorrect* equivocad* mal / \
faux fausse* incorrect* mauvais* / 間違 おかしい
~empty blank nothing none null undefined no_content zero_bytes 0_bytes white / leer* nichts / \
vací* vacio* nada blanco / vide* rien blanc* / 空 何も
missing absent lacks lacking not_there left_out not_included isn_t_there is_not_there \
not_present nowhere / fehlt fehlen* nirgends / falta* no_está / manqu* absent* nulle_part / \
ない_項目 欠け
crash crashed segfault sigsegv panic panics panicked dies died killed taken_down segmentation \
core_dump core_dumped closes_itself app_closes quits_unexpectedly closes_by_itself blows_up \
falls_over exception traceback stacktrace stack_trace throws thrown raises / absturz* abstürz* \
abgestürzt* schließt_sich stürzt_ab stürzt ausnahme* / cuelga_y_cierra bloqueo cierra_solo \
se_cierra se_cierra_sola excepci* / plant* se_ferme exception* / クラッシュ 落ちる 強制終了 例外
freeze frozen hang hangs unresponsive stuck never_finishes never_ends never_empties spinner \
hourglass spins spins_for_ever does_not_finish not_finish does_not_finish stays_pending \
never_stops / hängt einfrier* eingefroren* hängen bleibt_steh* / congel* colgad* se_cuelga / \
fig* gelé* bloqué* / 固ま フリーズ
endless for_ever forever infinite loop over_and_over again_and_again never_stops_itself \
without_end / endlos* dauernd* durchgehend* ständig* immer_wieder / infinit* sin_fin \
constantemente bucle / infini* sans_fin boucle sans_cesse / 無限 ループ 終わらない
background in_the_background while_closed also_when_closed runs_on / hintergrund* / \
segundo_plano / arrière-plan en_arrière-plan / バックグラウンド
slow slowly sluggish performance takes_long latency takes_for_ever lag lags laggy jerky stutter \
choppy too_long_to takes_a_minute takes_minutes takes_ages takes_an_hour ages slower fast quick \
quickly speed faster fps frame_rate frames_per_second / langsam* träge ruckel* dauert_lange \
dauert_ewig schnell* geschwindigkeit* / lent* tard* tarda_mucho rápid* velocidad* / lent* \
ralent* met_longtemps rapid* vitesse* / 遅 重い 速
timeout times_out timed_out time_out gateway_timeout 504 / zeitüberschreit* timeout* / \
tiempo_de_espera agota_el_tiempo agota tiempo_agotado / délai_dépassé expire_délai / タイムアウト
twice two_times duplicate duplicates duplicated doubled double_submission double_submit \
second_click two_identical again_and identical doubly repeated same_mail_again second_request \
double two_requests / doppelt* zweimal* zwei_mal / dos_veces duplicad* doble* / deux_fois doubl* \
dupliqu* / 二重 重複 2回
late delay delayed too_late hour_late later / spät* verspät* verzöger* / tard* retras* / tard* \
retard* / 遅れ
expire expired expiry valid_for too_soon expires lifetime / ablauf* läuft_ab abgelaufen* gültig* \
/ caduc* expir* vencid* / expir* périm* / 期限 有効期限
invalidate invalidated revoke revoked still_valid still_works old_password_still still_logged_in \
still_signed_in stay_signed_in stays_logged_in revokes terminated_sessions log_out_everywhere / \
ungültig_gemacht* noch_gültig / sigue_válid* revoc* / révoqu* toujours_valid* / 無効化 失効
stale outdated old_version still_old stays_the_same still_shows_the_old old_one not_updated \
old_picture still_shown not_refreshed come_back comes_back back_again reappears reappear \
appears_again there_again returns_after / veraltet* noch_die_alte taucht_wieder_auf wieder_da / \
antigu* obsolet* no_se_actualiz* vuelve_a_aparecer reaparec* / ancien* obsolèt* réapparaî* \
revien* / 古い 復活
leak memory leaks leaking oom out_of_memory eats_all_memory eats_memory memory_grows never_freed \
never_unregistered never_released never_removed not_released not_removed is_never_removed \
is_never_closed memory ram heap gigabyte_of_memory / speicherleck* frisst_speicher \
arbeitsspeicher* speicherbedarf* / fuga_de_memoria memoria* / fuite* mémoire* / リーク メモリ
full no_space_left no_space disk_full out_of_space fills_up runs_full space_left / voll* / llen* \
/ plein* / いっぱい 満杯
battery drain drains drained power_consumption battery_is_empty battery_is_flat \
flat_battery run_empty runs_empty \
ran_empty / akku* batterie* / batería* / \
batterie* / 電池 バッテリー
awake wake_lock wakelock wake_up keeps_awake sleep suspend suspended hibernate lid standby \
closing_the_lid asleep wakes waking woken wakeup wake / wach* ruhezustand* schlaf* zuklapp* / \
despiert* suspend* suspensión / éveil* veille* / スリープしない スリープ
offline without_network no_network without_internet airplane_mode aeroplane_mode no_reception \
no_connection was_offline flight_mode / offline flugmodus* ohne_netz ohne_internet / \
sin_conexión sin_red modo_avión / hors_ligne hors_connexion mode_avion / オフライン 圏外
permission_denied 403 forbidden_page unauthorized 401 / verboten* zugriff_verweigert* / \
prohibid* denegad* / interdit* / 権限エラー
not_found 404 notfound unknown_page does_not_exist / nicht_gefunden* / no_encontrad* no_existe / \
introuvable* / 見つからない 見つかりません
server_error 500 internal_server_error 502 503 / serverfehler* / error_del_servidor / \
erreur_serveur / サーバーエラー
leftover left_behind never_deleted orphaned stay_on_disk are_never_removed remain temporary temp \
tmp not_cleaned_up pile_up by_hand_delete cleanup clean_up / übrig* zurückgelassen* temporär* / \
temporal* huérfan* quedan / temporaire* orphelin* reste* / 一時 残る
flicker flickers blink blinking flash / flacker* blink* / parpade* / clignot* scintill* / ちらつき \
点滅
blurry blurred pixelated unsharp / unscharf* verschwomm* / borros* / flou* / ぼやけ
unreadable illegible contrast too_dark low_contrast hard_to_read hardly_visible cannot_read \
can_t_read pale light_grey darker too_light too_pale / unlesbar* kontrast* kaum_lesbar \
schlecht_lesbar blass* / ilegible* contrast* cuesta_leer no_se_lee / illisible* contraste* \
peu_lisible / 読めない コントラスト
misaligned alignment shifted_layout aligned jump jumps layout_shift shift_the_layout pushes_down \
moves_down shifted jumpy offset displaced displacement mispositioned out_of_place wrong_place \
too_far_left too_far_right too_far_to_the_left too_far_to_the_right too_far_up too_far_down \
too_low too_high / ausgericht* verrutscht* springt verschiebt_sich / aline* salta \
se_mueve / align* saute décal* / ずれ
too_small tiny too_narrow narrow / klein* zu_schmal / pequeñ* estrech* / petit* étroit* / 小さ 狭
too_big huge large big oversized large_file large_files many_rows / groß* riesig* / grande* \
enorme* / grand* gros* énorme* / 大き 大きい
too_many flood spam flooding spams unwanted thousands hundreds / zu_viele flut* / demasiad* / \
trop_de / 多すぎ
security vulnerability xss injection csrf exploit / sicherheitslück* / vulnerab* / vulnérab* / \
脆弱性
ignored ignores has_no_effect no_effect not_applied doesn_t_apply not_respected is_not_used \
disregards takes_no_notice without_effect doesn't_apply / ignorier* wirkungslos* / ignor* \
sin_efecto / ignor* sans_effet / 無視 反映されない
partly partially half incomplete only_half the_remaining stops_after remaining one_short \
short_of not_all / hälfte teilweise unvollständig* / mitad parcial* incomplet* / moitié partiel* \
incomplet* / 一部 途中
regression used_to_work worked_before since_version / funktionierte_früher / antes_funcionaba / \
fonctionnait_avant / 以前は
one_hour_off hour_off off_by an_hour_late hour_late one_hour_late 60_minutes wrong_by \
one_hour an_hour / eine_stunde / una_hora / une_heure / 1時間
dst daylight_saving daylight_savings summer_time winter_time clock_change time_change utc_offset \
clocks_change / sommerzeit winterzeit zeitumstell* / horario_de_verano cambio_de_hora / \
heure_d'été changement_d'heure / 夏時間
timezone time_zone utc tz local_time / zeitzon* / zona_horaria / fuseau* / タイムゾーン 時差
diverge inconsistent mismatch does_not_match different_numbers / stimmt_nicht_überein widerspr* \
/ no_coincid* / incohéren* / 不一致
random unpredictable now_and_then sometimes sporadic intermittent about_every_third \
every_third_run occasionally shuffle shuffled random_order by_chance / zufällig* manchmal \
gelegentlich* zufallswiedergabe / aleatori* a_veces / aléatoire* parfois / ランダム ときどき
somebody_else other_people's others_data shared_between wrong_user mixed_up cross_user leaked_to \
/ fremd* vertausch* / ajen* / d'autrui mélang* / 他人
precision inaccurate imprecise rounding_error / genauigkeit* ungenau* / precisi* inexact* / \
précision* imprécis* / 精度
negative below_zero less_than_zero / negativ* minus / negativ* / négatif* négativ* / マイナス
unreachable cannot_reach connection_refused no_answer not_reachable outage / nicht_erreichbar \
ausfall* / inaccesible caíd* / injoignable inaccessible panne* / 接続できない
dangling broken_link dead_link dead_links points_nowhere / tote_links / enlace_roto \
enlaces_rotos / lien_mort liens_morts / リンク切れ
unordered out_of_order wrong_order jumbled not_sorted / falsche_reihenfolge durcheinander / \
desordenad* / désordre mauvais_ordre / 順番が違う
"""
