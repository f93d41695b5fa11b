"""What programs are made of and show, one line a meaning: English / German / Spanish / French / Japanese."""

from __future__ import annotations

# `~` stands before what every second issue speaks of; `_` joins words, `*` stands for any ending.
THINGS = """
~page screen view window tab pane panel site website / seite* bildschirm* fenster* ansicht* / \
página* pantalla* ventana* vista* / page* écran* fenêtre* vue* site / 画面 ページ
~list listing table overview grid / liste* tabelle* übersicht* / lista* tabla* listado* / liste* \
tableau* aperçu* / 一覧 リスト 表
~button control / knopf* schaltfläche* button* / botón* boton* / bouton* / ボタン
~menu navigation navbar entries sidebar menubar / menü* navigation* / menú* navegación / menu* \
navigation* / メニュー
~field input form textbox / feld* formular* eingab* / campo* formulario* / champ* formulaire* \
saisi* / 欄 フォーム 入力
~row line record entry rows records entries items item / zeile* eintrag* einträge* datensatz* \
gegenstand* gegenstände* / fila* objeto* registro* línea* entrada* / ligne* entrée* / 行 レコード 項目
~column columns / spalte* / columna* / colonne* / 列
~text message wording / text* nachricht* / texto* mensaje* / texte* message* / テキスト メッセージ
~title heading name headline label caption / titel* überschrift* name* bezeichn* / título* \
nombre* / titre* nom noms / 題名 名前 タイトル
~number amount quantity / nummer* zahl* menge* / número* cantidad* / numéro* nombre* quantité* / \
番号 数量
~user member people person visitor reader client customer subscriber participant / nutzer* \
benutzer* mitglied* leser* kunde* kunden* teilnehm* besucher* leute / usuari* soci* miembro* \
client* lector* persona* / utilisat* membre* adhérent* client* lecteur* personne* gens / ユーザー 会員 \
利用者 顧客
~account accounts / konto* konten / cuenta_de cuentas / compte comptes / アカウント
~file document files / datei* dokument* / archivo* fichero* documento* / fichier* document* / \
ファイル 文書
~folder directory directories / ordner* verzeichnis* / carpeta* directorio* / dossier* \
répertoire* / フォルダ ディレクトリ
~setting option preference configuration config preferences configurable / einstell* konfigur* \
option* / ajuste* opcion* configur* preferenc* / réglage* option* paramètr* préférenc* configur* \
/ 設定
~day date weekday / tag tage datum* termin_datum / día* fecha* / jour* date* / 日付 曜日
~time hour minute second hours / zeit* uhrzeit* stunde* minute* / hora* tiempo* minuto* / heure* \
temps minute* / 時間 時刻
~week month year / woche* monat* jahr* / semana* mes año* / semaine* mois an année* / 週 月 年
~version release_number / version* / versión* / version* / バージョン
~app application program software / app anwendung* programm* / aplicación* programa* app / \
application* appli programme* logiciel* / アプリ ソフト
~value content data / wert* inhalt* daten / valor* contenido* dato* / valeur* contenu* donnée* / \
値 データ 内容
~web browser firefox chrome safari / browser* / navegador* / navigateur* / ブラウザ
~server host hostname machine / server* rechner* / servidor* máquina* / serveur* machine* / サーバー
image picture photo photos images pictures bitmap jpeg png / bild* foto* aufnahme_bild / imagen* \
foto* / image* photo* / 画像 写真
avatar profile_picture profile_image portrait_of_user profile / profil* avatar* / perfil* \
avatar* / profil* avatar* / プロフィール アイコン画像
icon icons symbol pictogram favicon / symbol* icon* / icono* / icône* / アイコン
logo brand branding / logo* / logotipo* logo / logo* / ロゴ
video movie clip film / video* film* / vídeo* video* película* / vidéo* film* / 動画 ビデオ
sound audio volume noise buzzer ringtone bell / ton töne lautstärk* klang* / sonid* volumen \
audio / volume bruit* / 音 音量
song music playlist / lied* musik* / canción* música* / chanson* musique* morceau* / 曲 音楽
podcast episode episodes broadcast / folge_podcast episode* / episodio* pódcast / épisode* / \
エピソード ポッドキャスト
album gallery albums / album* alben galerie* / álbum* galería* / album* galerie* / アルバム ギャラリー
map maps tiles cartography / karte* landkarte* / mapa* / carte* plan_de / 地図 マップ
location position gps coordinates where_i_am geolocation place / standort* position* ort orte / \
ubicación* posición* lugar / position* localis* lieu* emplacement* / 位置 現在地 場所
address postal street / adresse* anschrift* / direcci* / adresse* / 住所 アドレス
mail email e_mail newsletter inbox mailbox mails emails / mail* e-mail* post_eingang / correo* \
mail* / courriel* mail* e-mail* / メール
plus plus_sign a_plus tagged_address plus_address + / plus pluszeichen / más_signo signo_más + / \
plus + / プラス
space blank_character whitespace spaces blanks / leerzeichen* / espacio* / espace* / 空白 スペース
spam junk junk_folder spam_folder spf dkim spam_filter / spam* spamordner / spam / spam* \
indésirable* / 迷惑
phone mobile smartphone iphone android ios cellphone handset / handy* telefon* smartphone* \
mobil* / móvil* teléfono* celular* / téléphone* mobile* portable_téléphone / スマホ 携帯 電話
tablet ipad / tablet* / tableta* / tablette* / タブレット
computer desktop laptop notebook pc / computer* laptop* rechner_pc / ordenador* computador* \
portátil* / ordinateur* / パソコン PC
watch wearable smartwatch / armbanduhr* / reloj_intelig* / montre* / 腕時計
clock / uhr uhren / reloj* / horloge* / 時計
alarm ring alarms wakeup_alarm rings / wecker* alarm* / alarma* despertador* / alarme* réveil* / \
アラーム 目覚まし
timer stopwatch countdown / timer* stoppuhr* / temporizador* cronómetro* / minuteur* \
chronomètre* / タイマー
calendar ical ics icalendar agenda / kalender* / calendario* agenda / calendrier* agenda / カレンダー
appointment meeting event rehearsal / termin* besprechung* veranstaltung* probe* / cita* \
reunión* evento* ensayo* / rendez-vous réunion* événement* répétition* / 予定 会議 イベント
holiday vacation leave_of_absence / urlaub* ferien feiertag* / vacacion* festiv* / vacances \
congé* / 休日 休暇
morning evening noon midnight / morgens abends mitternacht* mittag* früh / mañana noche* \
tarde_del medianoche / matin* soir* nuit* minuit midi / 朝 夜 昼 深夜
dark night black nighttime dark_mode night_mode / dunkel* dunkl* nacht* abendstunden / \
oscur* noche_modo nocturn* / sombre* noir* / ダーク 暗い
theme scheme palette skin / design* farbschema* thema / tema* diseño* / thème* / テーマ デザイン
colour color colored coloured hue colors / farb* / color* / couleur* / 色 カラー
font typeface fonts type_size text_size letter_size / schrift* / fuente* letra* / police* / フォント \
文字サイズ
border margin padding edge margins / rand rände* rahmen* / borde* margen* / bord* marge* / 余白 枠
layout arrangement / anordnung* layout* / disposición* / disposition* mise_en_page / レイアウト
dialog modal popup overlay dialogue lightbox window_popup / dialog* / diálogo* ventana_emergente \
/ dialogue* fenêtre_modale / ダイアログ ポップアップ
keyboard shortcut hotkey keyboard_shortcut key_binding bindings keys hotkeys keybinding rebound \
remapped / tastatur* tastenkürzel* taste* / teclado* atajo* tecla* / clavier* raccourci* touche* \
/ キーボード ショートカット
mouse pointer cursor / maus* zeiger* / ratón* puntero* / souris* curseur* / マウス
gamepad controller joystick pad_controller / gamepad* / mando* / manette* / コントローラー
accessibility screen_reader a11y blind wcag / barrierefrei* / accesib* / accessib* / アクセシビリティ
link url hyperlink links links_to query_string / link* verweis* / enlace* url / lien* url / リンク
password passphrase passwords / passwort* kennwort* / contraseña* / mot_de_passe mots_de_passe / \
パスワード
reset resets goes_back_to reset_to restored_default begin_again begins_again starts_again \
starts_over restart restarts from_zero back_to_zero from_scratch / zurücksetz* zurückgesetzt* \
fängt_wieder_an von_vorn / restablec* reinici* vuelve_a_empezar / réinitialis* recommence* \
repart* / リセット
forgot_password password_reset passwort_vergessen reset_link / passwort_vergessen / \
olvidé_contraseña recuper* / mot_de_passe_oublié / パスワードを忘れ
token api_key secret api_token tokens / token* schlüssel* geheim* / token* clave* secreto* / \
jeton* clé clés secret* / トークン 鍵
session sessions other_devices other_laptop signed_in_devices cookie / sitzung* / sesiones / \
session* / セッション 端末
two_factor 2fa second_factor authenticator totp / zwei-faktor* / dos_factores segundo_factor / \
deux_facteurs double_authent* / 二段階 二要素
sso single_sign_on oauth saml openid ldap / sso / sso / sso / シングルサインオン
admin_role editor_role role_between moderators / redakteur* moderator* / editor_rol moderador* / \
rédacteur* modérateur* / 編集者 管理者
news article articles post_of_blog blog / nachrichten artikel* beitrag* beiträge* / noticia* \
artículo* / article* actualité* / 記事 ニュース
guest_book guestbook forum / gästebuch* forum* / libro_de_visitas foro* / livre_d'or forum* / \
掲示板
chat conversation thread_chat instant_message / chat* unterhaltung* / chat* conversaci* / \
discussion* conversation* / チャット 会話
tag tags tagging / schlagwort* kategorie* / etiqueta* categoría* / étiquette* catégorie* / タグ \
カテゴリ
csv comma semicolon separator delimiter spreadsheet excel xlsx tsv spreadsheets / csv semikolon \
tabellenkalk* excel / csv punto_y_coma hoja_de_cálculo excel / csv point-virgule tableur* excel \
/ CSV 表計算 エクセル
pdf portable_document / pdf* / pdf* / pdf* / PDF
xml html json yaml markup / xml html json / xml html json / xml html json / XML JSON
zip archive compressed gzip compress compression unpack extract extraction / entpack* komprim* \
zip / comprim* descomprim* zip / compress* décompress* zip / 圧縮 解凍
backup backups dump restore_data restore / sicherungskop* backup* datensicherung* \
wiederherstellung* / copia_de_seguridad respaldo* restaur* / sauvegardes restaur* / バックアップ 復元
database db sqlite postgres postgresql mysql mariadb tables_of_database / datenbank* / \
base_de_datos / base_de_données / データベース
index indexes indexing / index* / índice* / index* / インデックス 索引
cache cached caching cache_key / cache* zwischenspeicher* / caché* cache* / cache* / キャッシュ
disk drive storage hard_drive disk_space / festplatte* speicherplatz* / disco* / disque* / ディスク \
容量
network wifi internet lan wlan / netz* wlan* internet* / red redes wifi / réseau* wifi internet \
/ ネットワーク 通信
proxy http_proxy https_proxy / proxy* / proxy* / proxy* mandataire / プロキシ
container docker dockerfile podman image_of_container / container* / contenedor* / conteneur* / \
コンテナ
cpu processor core cores processor_load / prozessor* cpu / procesador* cpu / processeur* cpu / \
CPU
thread threads worker workers multithreaded threaded / / hilo* / / スレッド
listener listeners callback event_handler handlers_of_event observer / / / / リスナー
webhook webhooks hook hooks / webhook* / webhook* / webhook* / ウェブフック
api endpoint rest graphql endpoints expose exposes / schnittstelle* api / api interfaz_api / api \
/ API
metrics prometheus openmetrics monitoring scrape counters_metrics grafana / metrik* / métrica* / \
métrique* / メトリクス 監視
version_history history revisions who_changed_what audit_trail / verlauf* historie* / historial* \
/ historique* / 履歴
statistics report chart graph dashboard diagram plot evaluation / statistik* bericht* diagramm* \
auswert* / estadística* informe* gráfic* / statistique* rapport* graphique* / 統計 レポート グラフ
invoice bill billing invoices bills / rechnung* / factura* / facture* / 請求書
receipt receipts delivery_note / quittung* beleg* lieferschein* / recibo* / reçus / 領収書
price cost fee air_fare train_fare bus_fare tariff prices fees / preis* gebühr* kosten* \
/ precio* tarifa* coste* / prix tarif* coût* / 価格 料金 値段
currency exchange_rate currencies / währung* / moneda* divisa* / devise* monnaie* / 通貨 円
country countries nation abroad / land länder* / país* / pays / 国
tax vat net gross net_price gross_price with_tax / steuer* mehrwertsteuer* netto brutto / \
impuesto* iva / taxe* tva / 税
discount voucher coupon rebate promo_code discounts / rabatt* gutschein* / descuento* cupón* / \
remise* réduction* bon_de / 割引 クーポン
product article_of_shop goods item_of_shop stock inventory warehouse / produkt* ware* lager* \
bestand* / producto* inventario* almacén / produit* stock* entrepôt* / 商品 在庫
ticket tickets seat seats / ticket* karte_ticket sitz* / entrada_de asiento* boleto* / billet* \
place* siège* / チケット 席
delivery shipping shipment parcel / versand* lieferung* paket* / envío_de entrega* paquete* / \
livraison* colis* / 配送
template templates boilerplate / vorlage* / plantilla* / modèle* gabarit* / テンプレート
draft drafts unpublished / entwurf* entwürfe* / borrador* / brouillon* / 下書き
note notes memo diary / notiz* tagebuch* / nota* diario* / note* journal_intime / メモ 日記
widget tile gadget / widget* / widget* / widget* / ウィジェット
voice speech spoken / stimme* sprach_aus* / voz voces / voix / 音声 声
camera webcam / kamera* / cámara* / caméra* appareil_photo / カメラ
sensor thermometer probe temperature thermocouple / sensor* temperatur* / sensor* temperatura* / \
capteur* température* / センサー 温度
plugin extension addon add_on plugins / erweiter* plugin* / extensión* complemento* / extension* \
greffon* / プラグイン 拡張
command cli terminal command_line shell / befehl* kommandozeile* / comando* consola terminal / \
commande_de terminal / コマンド
documentation docs readme manual guide handbook / dokumentation* handbuch* anleitung* / \
documentación manual* guía* / documentation* manuel* / ドキュメント 説明書
typo spelling typos misspelled misspelt / tippfehler* schreibfehler* / errata* ortograf* / \
faute_de_frappe orthograph* / 誤字
thread_lock lock_contention deadlock deadlocks / deadlock* / interbloqueo / interblocage / \
デッドロック
limit maximum max limited cap restricted restriction minimum / grenze* begrenz* höchst* maximal* \
/ límite* máxim* / limit* maxim* / 上限 制限
checkbox tick checked unchecked check_mark / häkchen kontrollkästchen / casilla* / case_à_cocher \
coch* / チェックボックス
chapter section paragraph sections / kapitel* abschnitt* / capítulo* sección* / chapitre* \
section* / 章
focus focusable tab_order tabindex tab_jumps tab_key autofocus / fokus* / foco / focus / フォーカス
sidebar drawer side_panel / seitenleiste* / barra_lateral / barre_latérale / サイドバー
tooltip hint hints help_text help_texts / tooltip* hinweistext* hilfetext* / ayuda_emergente / \
infobulle* / ヒント
unit units metric imperial celsius fahrenheit / einheit* / unidad* / unité* / 単位
branch commit repository repo git / branche commit* / rama* / branche* dépôt* / ブランチ
environment variable env variables / umgebungsvariable* / variable_de_entorno / \
variable_d'environnement / 環境変数
package dependency dependencies library_of_code module / paket* abhängigkeit* / paquete* \
dependencia* / dépendance* / パッケージ 依存
paging pagination next_page page_size infinite_scrolling load_more / blättern seitenweise / \
paginaci* / pagination / ページ送り
bookmark favourite favorite favourites favorites star starred pin pinned / lesezeichen favorit* \
/ favorit* marcador* / favori* signet* / お気に入り ブックマーク
rating vote votes likes / bewert* / valoraci* voto* / vote* / 評価 投票
signature signed unsigned / signatur* / firma_digital / signé* / 署名
interval frequency how_often period / intervall* häufigkeit* / intervalo* frecuencia* / \
intervalle* fréquence* / 間隔 頻度
device devices gadget hardware firmware / gerät* / dispositivo* aparato* / appareil* / 機器 デバイス
encryption encrypt encrypted tls ssl certificate_of_server / verschlüssel* / cifrad* / chiffr* / \
暗号
"""
