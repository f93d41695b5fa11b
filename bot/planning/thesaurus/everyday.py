"""How users tell of faults and deeds where programmers have a word of the trade, one line a meaning."""

from __future__ import annotations

# `~` stands before what every second issue speaks of; `_` joins words, `*` stands for any ending.
# A line with a known head adds words to it.
SEEN = """
crash brick bricked bricks won't_start does_not_start doesn_t_start will_not_start refuses_to_start \
dead_after fell_over goes_down went_down gives_up_the_ghost clauseerror matcherror uncaught \
unwrap_on_a_none / startet_nicht geht_nicht_mehr_an schmiert* / no_arranca no_inicia / ne_démarre \
/ 起動しない 落ち
~empty white_box white_rectangle white_page white_screen blank_page blank_screen black_rectangle \
no_hits no_results zero_hits zero_results finds_nothing renders_nothing / weiße_seite keine_treffer \
kein_ergebnis / página_en_blanco sin_resultados ningún_resultado / page_blanche aucun_résultat / \
真っ白 白い 0件
missing disappeared_from isn_t_in_the nowhere_to_be_found gone_from lacks_the without_the / \
nicht_dabei nicht_vorhanden / no_sale no_salen no_figura / n'apparaît_pas n'y_est_pas / 出てこない 無い
freeze no_way_out turns_and_turns goes_on_forever keeps_turning stopped_responding locks_up \
locked_up wedged wedges blocks_the blocks_until gets_stuck got_stuck stops_at / bleibt_stehen \
friert_ein tut_sich_nichts / se_bloquea se_atasca / se_bloque se_fige ne_bouge_plus / 止まる 動かない
slow crawls crawling drags_on creeps noticeably_longer coffee_break takes_hours hours_instead / \
schleppend lahm* quälend* / lentísim* eternidad / rame ramait traîne / 重くて もたつく
stale remembered remembers_the_old cached_for still_on_the_list remains_in_the_list still_in_the_list \
for_the_rest_of_the_day hours_later_still only_a_restart_helps until_restart yesterday's_state \
holds_on_to keeps_the_old never_refreshed not_refreshed / immer_noch_da noch_immer_da \
bleibt_in_der_liste / sigue_ahí sigue_apareciendo sigue_saliendo permanece / toujours_là \
reste_dans est_restée reste_affiché* / 残って 残る
expire ttl time_to_live retention runs_out ran_out lapse lapses lapsed lasts validity \
valid_until good_for max_age keep_alive_for / gültigkeit* verfällt verfallen* / validez vigencia \
vence vencen / validité échéance / 切れる 失効する
leftover_state held holds hold_on_seats reserved_until grey_until remains_reserved stays_reserved \
stays_grey remains_grey remained_grey stay_blocked remains_blocked blocks_its / bleibt_gesperrt \
bleibt_reserviert bleibt_belegt / sigue_bloquead* sigue_reservad* / reste_bloqué* reste_réservé*
reject does_not_take won_t_take doesn_t_take complains insists insists_on rules_out turned_away \
turns_away throws_out flagged_as_invalid reported_as_invalid says_invalid / beschwert_sich \
besteht_auf lehnt / no_deja_poner da_por_inválid* se_queja / n'accepte_pas signale_comme_invalide \
n'est_pas_accepté / 受け付けない 弾かれ
permission_denied no_access not_authorised not_authorized may_not access_denied isn_t_allowed_to / \
kein_zugriff keine_rechte / sin_permiso sin_acceso / pas_le_droit accès_refusé / アクセスできない
exposed can_be_seen_by anybody_can everybody_can anyone_can visible_to_all without_logging_in \
without_a_login open_to_the_world / für_alle_sichtbar ohne_anmeldung jeder_kann / \
visible_para_todos cualquiera_puede sin_iniciar_sesión / visible_par_tous n'importe_qui \
sans_connexion / 誰でも 丸見え
double_booking sold_to_two two_people_have two_families given_away_twice same_slot same_seat \
same_table both_have_the_confirmation two_clients at_the_same_slot taken_twice / doppelt_vergeben \
zweimal_vergeben zweimal_verkauft / vendid*_dos_veces dos_personas / vendu_deux_fois / 二重予約
twice two_of_them two_of_each in_double in_duplicate appears_twice came_twice got_two shows_twice \
second_time / zwei_stück / por_duplicado por_partida_doble / en_double deux_exemplaires / ダブって \
2つ 2通
short_by_one one_too_few off_by_1 one_off one_short last_row_missing up_to_but_not_including / \
um_eins eins_zu_wenig / uno_menos / un_de_moins
half_way goes_no_further stops_in_the_middle breaks_off_at dies_at / bricht_mittendrin / se_para_a \
/ s'arrête_en / 途中で止
day_off wrong_date a_day_off day_before_yesterday on_the_wrong_day the_31st_instead dates_shift \
date_shifts / ein_tag_daneben falsches_datum / fecha_equivocada un_día_de_diferencia / \
mauvaise_date un_jour_de_décalage / 日付がずれ 1日ずれ 前日
crop ends_at_midnight truncates is_cut chopped chopped_off loses_its_end end_is_missing / gekürzt \
abgehackt / cortado_al / est_tronqué / 途切れ 省略
wrong_number doubled_amount too_much_money wrong_amount too_little_money figures_are_wrong \
numbers_off sums_are_off wrong_figure wrong_figures / falsche_zahl* falscher_betrag / \
importe_equivocado cifra_equivocada no_cuadran / mauvais_montant chiffres_faux / 金額が違 数が合わ
garbled hieroglyphs chinese_characters black_diamonds funny_characters funny_letters a_with_tilde / \
komische_zeichen / símbolos_extraños letras_raras / drôles_de_caractères / 化け
silent no_word no_trace nothing_in_the_log nothing_in_the_logs no_message nobody_notices unnoticed \
without_saying without_telling without_complaint pretends / unbemerkt ohne_hinweis / \
sin_ningún_aviso sin_decir_nada / sans_rien_dire sans_prévenir / 気づかない
mix_up taken_for takes_it_for mistakes_for mistaken_for treats_as treated_as treated_alike \
someone_else's_entry / hält_für verwechselt / lo_toma_por tomado_por / prend_pour pris_pour / \
取り違え 混同
too_many alarm_fatigue bombarded flooded swamped dozens_of hundreds_of a_hundred_mails / überflutet \
dutzende / avalancha cientos_de / des_centaines inond* / 大量
flap up_and_down goes_off_every comes_and_goes / auf_und_ab kommt_und_geht / va_y_viene / \
va_et_vient / 行ったり来たり
blurry washed_out muddy grainy soft_image low_resolution / verwaschen matschig körnig / pixelad* \
desenfoc* / pixellis* / 粗い 荒い
no_sound goes_quiet can_t_hear cannot_hear can't_hear nobody_hears / nichts_zu_hören / no_se_oye / \
on_n'entend / 聞こえない 無音
leak ram_climbs climbing_memory eats_more_and_more grows_every_day more_and_more_memory swap / \
läuft_voll / acaba_con_la_ram se_come_la_memoria / mange_la_mémoire / メモリ不足
unreachable is_down was_down is_offline can_t_connect cannot_connect can't_connect host_not_found \
nxdomain no_such_host does_not_resolve doesn_t_resolve / nicht_erreichbar / no_conecta / \
ne_se_connecte / つながらない 繋がらない
server_error error_page oops something_went_wrong internal_error / fehlerseite etwas_ist_schief / \
página_de_error algo_salió_mal / page_d'erreur une_erreur_est_survenue / エラーページ
misaligned crooked askew not_centred not_centered slips_down moved_over in_the_wrong_place / schief \
verschoben_dargestellt / torcid* descuadrad* desalinead* / de_travers mal_placé* / 曲が 位置がおかしい
race two_requests_at in_the_same_second at_the_same_moment same_instant two_transactions / \
im_selben_moment zeitgleich / al_mismo_tiempo mismo_segundo a_la_vez / au_même_moment \
même_seconde / 同じタイミング
power_cut dies_during pull_the_plug pulled_the_plug supply_is_cut lost_power lose_power battery_dies \
battery_died brown_out brownout / strom_weg stecker_gezogen / se_va_la_luz se_fue_la_luz / \
coupure_d'électricité / 停電 電源が切れ
ignored does_nothing_with not_taken_into_account not_considered makes_no_difference \
changes_nothing is_not_looked_at pays_no_attention only_looks_for / wird_nicht_beachtet \
bleibt_ohne_wirkung ändert_nichts unberücksichtigt / no_tiene_en_cuenta no_hace_caso no_se_aplica \
no_aplica / pas_pris_en_compte ne_tient_pas_compte n'est_pas_appliqué / 効かない 効いて
"""
DONE = """
abandon give_up gave_up_the changed_her_mind changed_his_mind changed_their_mind closed_the_tab \
closing_the_tab left_the_page not_finished begun_and_not walk_away never_completed never_paid \
unfinished half_finished_order backed_out / abgesprungen nicht_abgeschlossen abbricht / \
no_terminad* a_medio_hacer abandonad* / pas_terminé inachevé* / 放棄 途中でやめ
retry tries_anew second_attempt tries_once_more resend resends re_send replays / versucht_es_erneut \
noch_einmal_versuch* / vuelve_a_intentar / retente / もう一度
cancel called_off calls_off withdrawn withdraw back_out cancellation cancellations \
cancelled_by_customer / stornier* abgesagt* / anulad* cancelad* cancelación / annulée annulées \
annulé annulation* / 取消 中止に
extend prolong prolongs renew_loan renewal renewals renew extension_of_loan keep_longer \
longer_loan / verlänger* / prorrog* renov* ampliar_el_plazo / prolong* renouvel* / 延長 更新手続
allow_list allowlist whitelist exempt exempts exemption exempted except_for never_limit \
not_counted_or_blocked exclude_from / ausgenommen ausnahme_für ausnehm* / lista_blanca exent* \
exceptuar / liste_blanche exempt* / 除外 ホワイトリスト
fall_back fallback falls_back default_value instead_of_falling / ersatzweise rückfall* / \
por_defecto_usa / à_défaut repli / 代替 フォールバック
discharge paid_back pays_back discharged settled_debt redeemed cleared_debt / getilgt* abgelöst* / \
saldad* amortizad* / remboursé_intégralement soldé* / 完済
undo ctrl_z annuler_z take_it_back takes_it_back / strg_z / deshacer / annuler_la / 取り消す
archive archived archiving put_away out_of_sight / archivier* / archiv* / archiv* / アーカイブ
prefill pre_filled prefilled filled_in_already remembers_my type_again retype re_enter \
enter_it_again typing_it_again / vorausgefüllt* vorbelegt* vorbeleg* / prellen* rellenad* \
volver_a_escribir / prérempli* préremplir ressaisir / 自動入力 入力し直
autosave saves_itself saved_automatically saves_by_itself / automatisch_speichern zwischenspeichern \
/ autoguardado guardado_automático / enregistrement_automatique / 自動保存
mass_edit several_at_once many_in_one_go all_in_one_go in_one_go at_one_go one_after_another / \
auf_einmal in_einem_rutsch / de_una_vez de_golpe / d'un_coup en_une_fois / 一括 一度に
assign assigned assigns assignment allocate allocated allot allotted hand_to / zuweis* zugewiesen* \
zuteil* zugeteilt* / asign* / attribu* affect* assign* / 割り当て 担当
attend check_in checkin checked_in check_ins admission admissions admit admitted turnstile gate_entry \
/ einlass einchecken eingecheckt* drehkreuz / torno acceso_al entrada_al_recinto / tourniquet \
pointage / 入場 チェックイン
update update_of_firmware ota flash_firmware flashing over_the_air / aktualisierung_der / \
actualización_del / mise_à_niveau / アップデート
"""
AROUND = """
january jan / januar / enero / janvier / 1月
february feb / februar / febrero / février / 2月
march_of_year 1st_of_march in_march / märz / marzo / mars / 3月
april apr / april / abril / avril / 4月
may_of_year in_may / mai / mayo / mai / 5月
june jun / juni / junio / juin / 6月
july jul / juli / julio / juillet / 7月
august aug / august / agosto / août / 8月
september sept / september / septiembre / septembre / 9月
october oct / oktober / octubre / octobre / 10月
november nov / november / noviembre / novembre / 11月
december dec / dezember / diciembre / décembre / 12月
leap_year leap_day 29_february february_29 29th_of_february / schaltjahr schalttag / año_bisiesto \
bisiest* / année_bissextile bissextile / うるう年
midnight 00_00 0_00 24_00 crosses_midnight past_midnight over_midnight / um_mitternacht \
mitternachts* / medianoche / minuit / 0時 日付をまたぐ
month_end end_of_the_month end_of_month turn_of_the_month 31st / monatsende ultimo / fin_de_mes / \
fin_de_mois fin_du_mois / 月末
year_end turn_of_the_year new_year end_of_the_year week_53 calendar_week / jahreswechsel jahresende \
kalenderwoche / fin_de_año año_nuevo / fin_d'année nouvel_an / 年末 年始
season spring summer autumn winter / saison frühling sommer herbst winter / temporada verano otoño \
invierno primavera / saison été_comme printemps hiver automne / 夏 冬 季節
quarter quarters quarterly / quartal* / trimestre* / trimestre* / 四半期
surcharge extra_charge markup_on_price rush_fee express_fee rush_surcharge / zuschlag aufschlag* \
eilzuschlag / recargo* suplemento* / supplément* majoration* / 割増 追加料金
animal pets dogs cats dog cat / tier tiere haustier* hund hunde / mascota* perro* animal* / animal* \
animaux chien* chat_domestique / ペット 犬 猫
ground_level terrain elevation agl above_ground altitude height_above slope slopes hillside / gelände \
höhenmodell hang / terreno altitud ladera / relief altitude terrain_pente / 標高 地形
balance remaining_balance account_balance saldo credit_left / kontostand guthaben saldo / saldo \
saldo_restante / solde* / 残高
deadline due_date cut_off_date closing_date due_on / frist fristen stichtag fällig* abgabe / plazo \
fecha_límite vencimiento_del / échéance_du date_limite délai / 締切 締め切り
owner owners proprietor holder_of / eigentümer* besitzer* inhaber* / propietari* dueñ* titular / \
propriétaire* titulaire / 所有者
boss manager supervisor superior head_of_department / chef chefin vorgesetzt* leiter* leitung / jefe \
jefa encargad* responsable / chef_de responsable* supérieur / 上司 店長 管理職
volunteer volunteers helper_of_club / ehrenamt* freiwillig* / voluntari* / bénévole* / ボランティア
counter_of_office desk_of counter_staff box_office ticket_office front_desk cash_desk cashier till \
till_of / kasse kassier* schalter theke / taquilla mostrador caja ventanilla / guichet caisse \
comptoir accueil / 窓口 レジ 受付
office_staff clerk clerks secretary secretariat back_office / sachbearbeit* sekretariat büro / \
administrativ* secretaría oficina / secrétariat bureau secrétaire / 事務 職員
banner notice_bar strip_of_notice announcement_bar ribbon / banner laufband hinweisleiste / franja \
banner aviso_superior / bandeau bannière / バナー お知らせ欄
elevator lift escalator / aufzug* fahrstuhl* / ascensor* / ascenseur* / エレベーター
lookup_function vlookup xlookup hlookup / sverweis xverweis / buscarv buscarx / recherchev \
recherchex
quantile percentile p99 p95 p50 median histogram / perzentil* quantil* / percentil* cuantil* / \
centile* quantile*
token_of_text tokenizer tokeniser tokenize hyphenated hyphen_word / bindestrichwort / / / 分かち書き
ordinal_digits two_digits leading_zero leading_zeros one_digit zero_padded without_the_zero / \
führende_null zweistellig* / cero_inicial dos_cifras / zéro_initial deux_chiffres sans_le_zéro / \
ゼロ埋め 二桁
mortgage land_register encumbrance encumbrances extract_of_land / grundbuch* hypothek* / hipoteca* / \
hypothèque* / 抵当
"""
