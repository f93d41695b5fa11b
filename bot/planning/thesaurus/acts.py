"""What people and programs do, one line a meaning: English / German / Spanish / French / Japanese."""

from __future__ import annotations

# `~` stands before what every second issue speaks of; `_` joins words, `*` stands for any ending.
ACTS = """
~add insert append put_in / hinzufüg* ergänz* einfüg* / añad* agreg* / ajout* / 追加
~change modify alter adjust / änder* geändert* anpass* / cambi* modific* / chang* modifi* / 変更
~show display visible appear render see view shown / zeig* gezeigt* anzeig* angezeigt* anzuzeig* \
sichtbar* sieht erschein* / mostr* muestr* aparec* visible* ver / affich* montr* visible* \
apparaî* / 表示 見える
~get receive fetch obtain / bekomm* erhalt* erhält* abgerufen* abgefragt* abruf* abfrag* / \
recib* obten* / reçoi* recev* reçu* obten* / 受信 取得
~send sent deliver dispatch arrive / schick* send* gesendet* verschick* versend* ankomm* \
kommt_an zustell* / envi* llega* / envo* arriv* / 送信 届
~start begin begun startup launch boot booting at_startup open_the_app come_up / start* begin* \
beginn* hochfahr* / inici* arranc* empiez* empez* / démarr* commenc* lanc* / 起動 開始
~stop end finish halt done finished ended over quit exit close closed terminate / stopp* beend* \
endet ende anhalt* schließ* geschlossen* / parar detener* detien* termin* acab* cerr* / arrêt* \
fini* ferm* termin* / 停止 終了 閉じ
~save saving store stored persist keep kept remember / speicher* gespeichert* merk* sicher* / \
guard* almacen* record* / enregistr* sauvegard* mémoris* / 保存
~update upgrade newer_version since_the_update / aktualis* upgrade / actualiz* / mettre_à_jour \
mise_à_jour / 更新
~click press tap push_the_button hit tapping clickable / klick* drück* tipp* / puls* clic* \
presion* toc* / cliqu* appuy* clic / クリック 押
~work function react respond / funktionier* geht reagier* / funcion* respond* reaccion* / march* \
fonctionn* réag* / 動作 反応
state status / status zustand / estado* / état* statut* / 状態
~use usage / benutz* verwend* nutz* / usa usar uso usan utiliz* / utilis* / 使用 使う
~write wrote written / schreib* geschrieben* / escrib* / écri* / 書
~try tried attempt / versuch* / intent* / essa* tent* / 試
~make create generate produce new / erstell* erzeug* anleg* neu* / crear crea* gener* nuev* / \
cré* nouve* génér* / 作成 新
~need must should want wish / brauch* möcht* / necesit* quer* quier* quisiera* / besoin* voudr* \
souhait* / 必要
~contain hold include belong / enthält* enthalt* / contien* inclu* / contien* contenant inclu* / \
含
delete remove erase removed deleted removal discard drop dropped purge wipe get_rid_of \
thrown_away / lösch* gelöscht* entfern* / borr* elimin* suprim* / supprim* effac* enlev* / 削除
lose lost loses gone vanish disappear dropped_silently swallowed missing_after forget forgotten \
/ verlor* verlier* verschwind* verschwunden* vergess* / perd* pierd* desaparec* olvid* / perd* \
dispar* oubli* / 消え 失
import importer read_in load_from / import* einles* / import* / import* / インポート 取り込み
export exporter exported download downloaded dump_out / export* herunterlad* heruntergeladen* / \
export* descarg* / export* télécharg* / エクスポート ダウンロード
upload uploaded attach attachment attachments attach_files enclosure / hochlad* hochgeladen* \
upload* anhang* anhäng* beilage* / subir sube subo subid* adjunt* / télévers* upload* \
joindre pièces_jointes pièce_jointe / アップロード 添付
copy clone copied duplicate_it paste pasted pasting / kopier* / copi* pegar / copi* coll* / コピー \
貼り付け
move drag shift_to drag_and_drop reorder rearrange relocate / verschieb* verschob* zieh* \
gezogen* / mover mueve arrastr* / déplac* gliss* / 移動 ドラッグ
rename renamed new_name / umbenenn* umbenannt* / renombr* / renomm* / 名前を変更
undo revert roll_back step_back take_back rollback / rückgängig / deshac* revert* / annul* \
défaire / 元に戻 取り消し
redo again_after_undo / wiederherstell* / rehac* / rétabl* / やり直し
cancel abort call_off cancelled / abbrech* absag* abgebrochen* storn* / cancel* anul* / \
abandonn* / キャンセル 中止
search searching find finder lookup query typeahead look_up found / such* gesucht* findet finden \
gefunden* / busc* búsqued* encontr* encuentr* / cherch* recherch* trouv* / 検索 探
filter filtered narrow / filter* gefiltert* / filtr* / filtr* / 絞り込み フィルタ
sort sorted sorting ordering alphabetical cheapest_first first_come sort_order order_by \
in_order_of reordering / sortier* reihenfolge* geordnet* / orden* / tri* class* ordre* / 並び 並べ \
ソート
group grouped grouping bundle together categories category / gruppier* zusammenfass* / agrup* / \
group* regroup* / グループ
select choose pick chosen dropdown listbox combobox picker selection / auswähl* wähl* auswahl* / \
eleg* elig* seleccion* escog* / chois* sélectionn* / 選択
toggle switch_off switch_on turn_on turn_off enable disable activate deactivate opt_out opt_in \
off_and_on / abschalt* einschalt* ausschalt* aktivier* / activ* desactiv* / activ* désactiv* / \
有効 無効 切り替え
login log_in sign_in signin logged_in signed_in logging_in authenticate authentication log_on \
credentials magic_link login_link sign_ins sign_on keep_me_logged_in remember_me stay_logged_in \
stay_signed_in / anmeld* angemeldet* einlogg* login* / sesión acced* autentic* login identific* \
recuérdame / connecter connexion identifi* authentif* / ログイン サインイン
logout log_out sign_out signed_out logged_out / abmeld* abgemeldet* auslogg* / cerrar_sesión / \
déconnect* déconnexion / ログアウト
register sign_up signup registration enroll join / registrier* / registr* / inscri* / 登録
unsubscribe opt_out_of_mails / abbestell* / baja darme_de_baja cancelar_suscripción / désabonn* \
désinscri* / 解除 退会
subscribe subscription feed / abonn* / suscrib* suscripci* / abonn* / 購読
invite invitation / einlad* eingelad* / invit* / invit* / 招待
share shared sharing / teil* geteilt* freigeb* / compart* / partag* / 共有
notify notification notified alert ping push_message inform reminder remind tell_me let_me_know \
overdue push_notification / benachrichtig* erinner* mahnung* meldet hinweis* / avis* notific* \
alert* recordatorio* / notif* préven* avert* rappel* / 通知 お知らせ リマインド
reply replies answer respond_to_comment response_to / antwort* / contest* respuest* / répon* / \
返信 回答
comment comments remark / kommentar* / comentario* / commentaire* / コメント
warn warning warned caution / warn* gewarnt* / advert* / avertiss* / 警告
silent silently without_warning without_a_warning without_message without_any_message \
without_any_error no_error nothing_is_reported without_notice / ohne_meldung ohne_warnung \
stillschweigend* / sin_aviso en_silencio / silenc* sans_message / 黙って
confirm confirmation are_you_sure / bestätig* / confirm* / confirm* / 確認
approve approval sign_off accept reviewer approver approvers reviewers sign_off countersign / \
genehmig* freigab* prüfer* / aprob* revisor* / approuv* valid* relecteur* approbat* / 承認 承認者
reject refuse refused rejected not_accepted declined invalid_characters not_allowed denied \
forbidden only_allows / ablehn* abgelehnt* verweiger* / rechaz* / refus* rejet* / 拒否
validate validation check_input verify / validier* prüf* geprüft* / valid* comprob* / vérif* / \
検証
allow permit permission role privileges access_right rights editor admin administrator / erlaub* \
berechtig* recht* rolle* / permis* permit* rol* / autoris* permission* rôle* droit* / 権限 許可
lock locked locking mutex / sperr* gesperrt* / bloque* / verrou* bloqu* / ロック
unlock unlocked release_the_lock / entsperr* / desbloque* / déverrouill* / ロック解除
install installed installation setup installer / installier* installation* / instal* / install* \
/ インストール
uninstall / deinstallier* / desinstal* / désinstall* / アンインストール
print printed printing printer printout paper / druck* gedruckt* ausdruck* / imprim* impres* / \
imprim* impression* / 印刷
scan scanner barcode qr / scann* strichcode* / escán* / scann* / スキャン
play playback player listen play_back listening / abspiel* wiedergab* / reproduc* / lire lectur* \
/ 再生
resume continue pick_up_where go_on_where left_off where_i_stopped continue_there / fortsetz* \
weitermach* / reanud* continu* / reprendre reprise* / 再開 続き
pause paused hold_on / pausier* pause* / paus* / paus* / 一時停止
record_audio microphone voice_recording audio_recording / aufnahm* aufnehm* mikrofon* / grab* \
micr* / enregistrement_audio micro* / 録音
wait waiting / wart* / esper* / attend* / 待
retry try_again attempt_again once_more retries retried retrying repeat repeats every_minute \
calls_again delivered_again tries_again attempt attempts give_up gives_up gave_up giving_up \
stops_trying / erneut_versuch* gibt_auf aufgegeben* / reintent* se_rinde / réessay* / 再試行
schedule scheduled cron nightly_job job queued planned timetable / geplant* zeitplan* auftrag* / \
programad* / planifi* / 予約 スケジュール
queue pending outbox backlog / warteschlang* ausstehend* / cola pendient* / file_d'attente \
en_attente / キュー
sync synchronise synchronize synchronization / synchron* abgleich* / sincroniz* / synchronis* / \
同期
connect connection disconnect connected / verbind* verbunden* / conect* conexi* / \
connexion_réseau / 接続
load loading loaded / lad* geladen* / carg* / charg* / 読み込
refresh reload reloaded reloading f5 / neu_lad* neulad* / recarg* refresc* / recharg* rafraîch* \
/ 再読み込み リロード
scroll scrolling scrolled finger dragged swipe touch gesture touchscreen / scroll* wisch* \
finger* / desplaz* dedo* / défil* doigt* / スクロール 指
zoom zooming pinch magnify / zoom* vergrößer* / zoom ampliar / zoom* agrand* / ズーム 拡大
resize shrink scale scaled thumbnail downscale resized / verkleiner* skalier* vorschaubild* / \
redimension* miniatur* / redimension* miniatur* / サイズ変更
crop cropped trim cut_off cuts_off truncated clipped clipping truncation / abgeschnitt* \
schneidet zuschneid* beschneid* / recort* cort* / coup* rogn* tronqu* / 切れ
rotate rotated rotation turned_by turn_by sideways upside_down orientation landscape portrait \
upright on_their_side on_its_side exif tilted / dreh* gedreht* verdreht* quer* hochkant \
hochformat* ausrichtung* / gir* rotad* orientaci* volte* / tourn* pivot* orientation* / 回転 向き
overlap overlapping beneath underneath covered hidden_behind on_top_of z_index \
opens_behind drawn_under covers / überlapp* verdeck* dahinter / superpon* detrás tapad* / \
chevauch* derrière / 重な
hide hidden invisible not_visible / versteck* ausblend* unsichtbar* / ocult* escond* / cach* \
masqu* / 隠 非表示
annotation annotations annotate annotated scribble scribbles ink handwritten doodle / \
anmerkung* / anotaci* / annotation* / 注釈 書き込み
highlight mark marked emphasise emphasize / hervorheb* markier* / resalt* marc* / surlign* \
marqu* / 強調
translate translated translation localize localise localization locale language multilingual \
locales in_english in_german in_french in_spanish / übersetz* sprach* auf_englisch auf_deutsch / \
traduc* idioma* en_inglés en_español / tradui* traduct* langue* en_anglais en_français / 翻訳 言語 \
英語 日本語
format formatted formatting / formatier* / format* / format* / 形式 フォーマット
convert conversion converted transform / umwandl* konvert* / convert* / convert* / 変換
encode encoded encoding charset utf8 utf unicode utf8mb4 special_character special_characters \
question_marks question_mark umlaut umlauts accent accents diacritic emoji smiley \
replacement_character replacement_characters weird_boxes garbled curly_quotes smart_quotes \
typographic glyph glyphs boxes squares box_characters accented / umlaut* sonderzeichen kodier* \
akzent* fragezeichen kästchen quadrate / acent* codific* caracteres interrogación cuadrados \
símbolos_raros / accent* encod* caractère* carrés / 文字化け 文字コード 絵文字
escape escaped quoted url_encoded quoting escaping ampersand html_entity amp / maskier* / escap* \
/ échapp* / エスケープ
quote apostrophe hyphen dash letters punctuation / apostroph* bindestrich* / apóstrof* guion / \
apostroph* tiret* / 記号
parse parser parsing syntax / parser syntax / analiz* sintaxis / analys* syntaxe / 解析 構文
compile build built compiler rebuild rebuilt building / bauen gebaut* kompilier* / compil* \
constru* / compil* constru* / ビルド コンパイル
deploy deployment rollout roll_out release published / ausroll* bereitstell* / despleg* \
despliegue* / déploi* / デプロイ リリース
publish publication post_an_article posted / veröffentlich* / public* / publi* / 公開 投稿
test tests spec testing / test* / prueba* test* / test* / テスト
log logs logged logging logfile protocol / protokoll* log logdatei* / registro_de log / journal \
log* / ログ
measure measurement reading readings gauge / mess* messwert* / medi* medid* / mesur* / 測定
count counter counted counts tally / zähl* gezählt* anzahl* / contar cuenta cuent* contad* / \
compt* compteur* / 数 カウント
calculate computed compute calculation sum summed total subtotal / berechn* rechnet summe* \
gesamt* / calcul* suma* total* / calcul* somme* total* / 計算 合計
round rounding rounded decimals cents decimal / rund* gerundet* nachkomma* / redonde* decimal* / \
arrond* décimal* / 四捨五入 小数
compare comparison diff difference / vergleich* unterschied* / compar* diferenci* / compar* \
différence* / 比較 差分
merge merged combine join_together / zusammenführ* / fusion* combin* / fusion* / 統合 マージ
split divided separate_into torn_apart / aufteil* getrennt* / divid* separ* / sépar* divis* / 分割
overwrite overwritten overwrites concurrent_edits last_one_wins version_check replaced_by \
conflict conflicts simultaneous at_the_same_time two_people race race_condition data_race \
concurrent / überschreib* überschrieben* gleichzeitig* konflikt* / sobrescrib* simultáne* \
conflicto* / écras* simultan* conflit* / 上書き 競合 同時
edit editing editor_of edited / bearbeit* / edit* / édit* modif* / 編集
read_only readonly write_protected grey_field / schreibgeschützt* / solo_lectura / lecture_seule \
/ 読み取り専用
borrow loan lend lending borrowed lent rental rent rented hire / ausleih* leih* miet* verleih* / \
préstamo* alquil* prest* / emprunt* prêt* lou* / 貸出 借り レンタル
return returned give_back giveback hand_back handed_back bring_back coming_back hand_over \
due_back returning / zurückgegeben* rückgab* zurückgeb* / devol* devuel* / rendu* rendre retour* \
/ 返却
book booking booked reservation reserve reserved / buchung* gebucht* reservier* / reserv* / \
réserv* / 予約する ブッキング
pay payment paid card_payment checkout / zahl* bezahl* / pag* / pai* pay* / 支払 決済
refund refunded money_back reimburse deposit / erstatt* rückzahl* kaution* / reembols* \
devolución depósito fianza / rembours* caution* / 返金
buy purchase place_an_order ordering_twice shop cart basket order orders ordered sell sold sale \
bought shopping / kauf* bestell* warenkorb* verkauf* verkauft* / compr* pedido* carrito* vend* / \
achat* achet* command* panier* vend* commander commandé* / 注文 購入 カート
~several multiple more_than_one many_at_once at_once in_bulk bulk batch all_at_once / mehrere \
mehreren / vari* múltiples / plusieurs / 複数 まとめて
"""
