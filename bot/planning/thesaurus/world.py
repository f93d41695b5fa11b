"""What programs are about in life, one line a meaning: English, German, Spanish, French, Japanese."""

from __future__ import annotations

# `~` stands before what every second issue speaks of; `_` joins words, `*` stands for any ending.
WORLD = """
first_name given_name forename / vorname* / nombre_de_pila / prénom* / 名
surname last_name last_names family_name surnames / nachname* familienname* / apellido* / \
nom_de_famille / 姓 苗字
birthday birth date_of_birth / geburt* / cumpleaños nacimiento / anniversaire naissance* / 誕生日
backpack rucksack satchel bag / rucksack* inventar* / mochila* inventario* / sac_à_dos \
inventaire* / 鞄 持ち物
pet pets dog dogs cat cats animal animals / haustier* hund* katze* tier tiere / mascota* perro* \
gato* animal* / animal* animaux chien* chat_animal / ペット 犬 猫 動物
crew staff team_of_ship employee employees colleague / besatzung* personal* mitarbeit* / \
tripulaci* personal emplead* / équipage* personnel* employé* / 乗組員 スタッフ 社員
embarkation boarding_list / einstieg* einchecken / embarque* / embarqu* / 搭乗 乗船
ship boat ferry vessel marina / schiff* boot* fähre* / barco* ferry buque* / bateau* navire* \
ferry / 船 フェリー
train bus tram railway / zug züge* bahn* bus / tren trenes autobús* / train* bus gare / 電車 バス
electric electrical ev evs kwh wallbox charging charger charging_station energy / \
elektro* strom* ladestation* wallbox* / eléctric* energía* / électri* énergie* / 電気 充電
car vehicle vehicles truck trucks cars van vans lorry / auto autos fahrzeug* wagen / coche* vehículo* \
/ voiture* véhicule* / 車
bike bicycle / fahrrad* rad / bicicleta* / vélo* / 自転車
flight plane airport / flug* flughafen* / vuelo* avión* / vol vols avion* / 飛行機 空港
route way path_of_travel journey trip / strecke* route* reise* / ruta* viaje* / itinéraire* \
voyage* trajet* / 経路 ルート 旅行
hotel room rooms accommodation / zimmer* hotel* unterkunft* / habitación* hotel* / chambre* \
hôtel* / 部屋 ホテル
house building flat apartment / haus häuser* gebäude* wohnung* / casa* edificio* piso / maison* \
immeuble* appartement* / 家 建物
school course lesson / schule* kurs* unterricht* / escuela* curso* clase* / école* cours / 学校 授業
teacher tutor lecturer / lehrer* / profesor* maestro* / professeur* enseignant* / 先生 教師
pupil student pupils students / schüler* student* / alumn* estudiante* / élève* étudiant* / 生徒 \
学生
child children kid sibling siblings kids parent parents family families / kind kinder* \
geschwister eltern familie* / niñ* hij* herman* familia* / enfant* frère* sœur* parent* famille* \
/ 子供 家族
exam grade grades / prüfung* note_schul* / examen* calificación* / examen* note_scolaire / 試験 成績
book books library / buch bücher* bibliothek* / libro* biblioteca* / livre* bibliothèque* / 本 図書
choir singer alto concert singers voice_part / chor chöre* sänger* konzert* alt alte_stimme / \
coro* cantante* concierto* / chœur* chorale* chant* concert* alto* / 合唱 歌手 コンサート
score sheet_music scores / noten partitur* / partitura* / partition* / 楽譜
attendance present attended presence quota / anwesen* / asistencia* / présen* quota* / 出席
former former_member people_who_left ex_member end_date has_left have_left former_members / \
ausgetreten* ehemalig* / antiguos_socios ex / ancien_membre anciens_membres parti parties / 退会者
doctor patient clinic / arzt ärzte* patient* / médico* paciente* / médecin* patient* / 医者 患者
medicine dose pill / medikament* dosis / medicamento* dosis / médicament* dose* / 薬
food meal recipe recipes kitchen / essen rezept* mahlzeit* / comida* receta* / repas recette* \
nourriture* / 料理 レシピ 食事
kettle oven kiln firing stove / ofen öfen* herd brenn* / horno* / four fours cuisson* / 窯 オーブン
pantry fridge groceries / vorrat* kühlschrank* / despensa nevera / frigo* garde-manger / 冷蔵庫
weather forecast rain storm wind / wetter* regen* sturm* vorhersage* / tiempo_clima lluvia* \
tormenta* / météo* pluie* orage* / 天気 雨 嵐
water river tide / wasser* fluss* / agua* río / eau eaux rivière* / 水 川
plant garden tree flower / pflanz* garten* baum bäume* / planta* jardín* árbol* / jardin* arbre* \
/ 植物 庭 木
farm field_of_farm hive apiary bees / bauernhof* biene* / granja* abeja* / ferme* ruche* \
abeille* / 農場 蜂
sport game match team / spiel* mannschaft* / juego* partido* partida* equipo* / jeu jeux match équipe* / \
試合 ゲーム チーム
club association society / verein* / club asociación / club association* / クラブ 団体
money budget bank bank_account / geld* bank* / dinero banco* / argent banque* / お金 銀行
salary wage payroll / gehalt gehälter* lohn* / salario* nómina* / salaire* paie / 給料
contract agreement sign_a_document / vertrag* verträge* unterschr* / contrato* firma* / contrat* \
signature* / 契約 署名
law legal gdpr imprint privacy / gesetz* recht_lich* impressum* datenschutz* / ley legal* \
privacidad / loi légal* confidentialité / 法律 プライバシー
shift duty shifts rota roster / schicht* dienst* / turno* / garde_de équipe_de permanence* / シフト \
当番
office bureau / büro* / oficina* / bureau* / 事務所
window_size screen_size full_screen fullscreen / vollbild* fenstergröße* / pantalla_completa / \
plein_écran / 全画面
sender from_address from_line / absender* / remitente* / expéditeur* / 差出人
recipient to_address cc / empfänger* / destinatario* / destinataire* / 宛先
subject_line subject / betreff* / asunto* / objet_du / 件名
preview previews / vorschau* / vista_previa previsualiz* / prévisualis* / プレビュー
language_of_user plural grammar / plural* mehrzahl* / plural* / pluriel* / 複数形
uppercase capital lowercase case_sensitive upper_case lower_case case_insensitive capitals / \
groß-* großbuchstab* kleinbuchstab* großschreib* / mayúscula* minúscula* / majuscule* minuscule* \
casse / 大文字 小文字
line_end line_ends crlf windows_line newline carriage_return line_endings / zeilenende* \
zeilenumbruch* / fin_de_línea salto_de_línea / fin_de_ligne saut_de_ligne / 改行
last final latest one_short ultimate / letzt* / últim* / dernier* dernière* / 最後
first initial leading top_row / erst* / primer* / premier* première* / 最初
next following upcoming / nächst* / siguiente* próxim* / prochain* suivant* / 次
previous prior earlier former_value / vorherig* frühere* / anterior* previ* / précédent* / 前
left_side left_hand / links linke* / izquierd* / gauche* / 左
right_side right_hand on_the_right to_the_right / rechts rechten / derech* / droite / 右
top upper above / oben oberhalb / arriba superior* / haut dessus / 上
bottom lower_edge below footer / unten unterhalb fußzeile* / abajo inferior* pie_de_página / bas \
dessous pied_de_page / 下 フッター
header head_of_page top_bar / kopfzeile* / cabecera* encabezado* / en-tête* / ヘッダー
public everyone everybody every_visitor all_others / öffentlich* alle_besucher / públic* \
todos_los_usuarios / public* tout_le_monde / 公開の 全員
guest guests anonymous / gast gäste* anonym* / invitado* anónim* / invité* anonym* / ゲスト 匿名
progress progress_bar loading_indicator throbber how_much_is_left how_long_it_takes how_far \
remaining_time time_left estimated estimate eta percent percentage / fortschritt* ladeanzeig* \
prozent* restzeit / progreso* porcentaje cuánto_falta / progress* pourcentage temps_restant / 進捗
kilometre distance mile metre / entfern* kilometer* / distancia* kilómetro* / distance* \
kilomètre* / 距離
weight height width size / gewicht* höhe* breite* größe* / peso* altura* anchura* tamaño* / \
poids hauteur* largeur* taille* / 重さ 高さ 幅 サイズ
age old_people / alter_person / edad* / âge* / 年齢
city town village / stadt städte* dorf* / ciudad* pueblo* / ville* village* / 市 町
certificate diploma badge / zertifikat* urkunde* zeugnis* / certificado* diploma / certificat* \
diplôme* / 証明書 賞状
project projects workspace / projekt* / proyecto* / projet* / プロジェクト
todo todos to_do task tasks chores / aufgabe* / tarea* / tâche* / タスク
campaign campaigns advert advertising / kampagne* werb* / campaña* publicidad / campagne* \
publicité / キャンペーン 広告
"""
