/**
 * What the frame says of a key where no key is bound to the shopper. The words stand in the frame's response, in the language that
 * the browser asks for: no script of the page chooses the words, nor a language that the shopper does not read.
 */
import type { ConsentLanguage, ConsentWords } from '../core/key-terms.js';
import { spokenFor } from './plain-words.js';

/** In the order of the rows below. */
const NAMES = [
  'pay',
  'preauth',
  'verify_only',
  'if_agreed',
  'always',
  'changed',
  'payNow',
  'preauthNow',
  'verify_onlyNow',
  'newNow',
  'changedNow',
  'start',
  'unanswered',
  'hidden',
] as const satisfies readonly (keyof ConsentWords)[];

/** By language as in PLAIN_WORDS. */
export const CONSENT_ROWS: Readonly<Record<string, string>> = {
  en: 'You pay {0} for order {1}.|{0} is reserved on your card for order {1}.|Your card is checked for order {1}. Nothing is charged.|Save this card for {0}|This card is saved for {0}.|The saved card of {0} is changed.|Pay {0}|Authorise {0}|Check card|Save card|Save changes|Pay|Nothing has been sent yet. Please check what the card form says, and press the button in it.|Nothing has been sent: part of the card form is cut off or covered. Bring all of it into view and try again.',
  ar: 'تدفع {0} للطلب {1}.|يُحجز {0} على بطاقتك للطلب {1}.|يتم التحقق من بطاقتك للطلب {1}. لن يُخصم شيء.|احفظ هذه البطاقة لـ {0}|تُحفظ هذه البطاقة لـ {0}.|تُغيَّر البطاقة المحفوظة لـ {0}.|ادفع {0}|احجز {0}|تحقق من البطاقة|احفظ البطاقة|احفظ التغييرات|ادفع|لم يُرسل شيء بعد. يرجى التحقق مما يظهر في نموذج البطاقة والضغط على الزر الموجود فيه.|لم يُرسل شيء: جزء من نموذج البطاقة مقطوع أو مغطى. أظهره كاملاً وحاول مرة أخرى.',
  da: 'Du betaler {0} for ordre {1}.|{0} reserveres på dit kort for ordre {1}.|Dit kort kontrolleres for ordre {1}. Der trækkes intet.|Gem dette kort for {0}|Dette kort gemmes for {0}.|Det gemte kort for {0} ændres.|Betal {0}|Reservér {0}|Kontrollér kort|Gem kort|Gem ændringer|Betal|Der er ikke sendt noget endnu. Kontrollér, hvad kortformularen siger, og tryk på knappen i den.|Der er ikke sendt noget: en del af kortformularen er skåret af eller dækket. Vis den helt, og prøv igen.',
  de: 'Sie zahlen {0} für Bestellung {1}.|{0} werden auf Ihrer Karte für Bestellung {1} reserviert.|Ihre Karte wird für Bestellung {1} geprüft. Es wird nichts abgebucht.|Diese Karte für {0} speichern|Diese Karte wird für {0} gespeichert.|Die gespeicherte Karte von {0} wird geändert.|{0} bezahlen|{0} reservieren|Karte prüfen|Karte speichern|Änderungen speichern|Bezahlen|Es wurde noch nichts gesendet. Bitte prüfen Sie die Angaben im Kartenformular und drücken Sie die Schaltfläche darin.|Es wurde nichts gesendet: Ein Teil des Kartenformulars ist abgeschnitten oder verdeckt. Machen Sie es ganz sichtbar und versuchen Sie es erneut.',
  es: 'Va a pagar {0} por el pedido {1}.|Se reservan {0} en su tarjeta para el pedido {1}.|Se comprueba su tarjeta para el pedido {1}. No se cobra nada.|Guardar esta tarjeta para {0}|Esta tarjeta se guarda para {0}.|Se cambia la tarjeta guardada de {0}.|Pagar {0}|Reservar {0}|Comprobar tarjeta|Guardar tarjeta|Guardar cambios|Pagar|Aún no se ha enviado nada. Compruebe lo que dice el formulario de la tarjeta y pulse el botón que contiene.|No se ha enviado nada: una parte del formulario de la tarjeta está cortada o tapada. Muéstrelo entero e inténtelo de nuevo.',
  fr: 'Vous payez {0} pour la commande {1}.|{0} sont réservés sur votre carte pour la commande {1}.|Votre carte est vérifiée pour la commande {1}. Rien n’est débité.|Enregistrer cette carte pour {0}|Cette carte est enregistrée pour {0}.|La carte enregistrée de {0} est modifiée.|Payer {0}|Réserver {0}|Vérifier la carte|Enregistrer la carte|Enregistrer les modifications|Payer|Rien n’a encore été envoyé. Vérifiez ce qu’indique le formulaire de carte et appuyez sur son bouton.|Rien n’a été envoyé : une partie du formulaire de carte est coupée ou cachée. Affichez-le en entier et réessayez.',
  he: 'תשלום של {0} עבור הזמנה {1}.|{0} נשמרים בכרטיס שלך עבור הזמנה {1}.|הכרטיס שלך נבדק עבור הזמנה {1}. לא יבוצע חיוב.|שמירת הכרטיס הזה עבור {0}|הכרטיס הזה נשמר עבור {0}.|הכרטיס השמור של {0} משתנה.|תשלום {0}|אישור {0}|בדיקת הכרטיס|שמירת הכרטיס|שמירת השינויים|תשלום|עדיין לא נשלח דבר. יש לבדוק מה כתוב בטופס הכרטיס וללחוץ על הכפתור שבו.|לא נשלח דבר: חלק מטופס הכרטיס חתוך או מוסתר. יש להציג את כולו ולנסות שוב.',
  it: 'Paga {0} per l’ordine {1}.|{0} vengono riservati sulla carta per l’ordine {1}.|La carta viene verificata per l’ordine {1}. Non viene addebitato nulla.|Salva questa carta per {0}|Questa carta viene salvata per {0}.|La carta salvata di {0} viene modificata.|Paga {0}|Riserva {0}|Verifica carta|Salva carta|Salva modifiche|Paga|Non è stato ancora inviato nulla. Controlli quanto indicato nel modulo della carta e prema il pulsante al suo interno.|Non è stato inviato nulla: una parte del modulo della carta è tagliata o coperta. Lo renda tutto visibile e riprovi.',
  ja: '注文 {1} の代金 {0} を支払います。|注文 {1} のため、カードに {0} の与信枠を確保します。|注文 {1} のため、カードを確認します。請求はありません。|このカードを {0} 用に保存する|このカードを {0} 用に保存します。|{0} の保存済みカードを変更します。|{0} を支払う|{0} を承認する|カードを確認|カードを保存|変更を保存|支払う|まだ何も送信されていません。カード入力欄の表示を確認し、その中のボタンを押してください。|何も送信されていません。カード入力欄の一部が切れているか隠れています。全体を表示して、もう一度お試しください。',
  ko: '주문 {1}에 대해 {0}을(를) 결제합니다.|주문 {1}에 대해 카드에서 {0}이(가) 승인 보류됩니다.|주문 {1}에 대해 카드를 확인합니다. 청구되지 않습니다.|이 카드를 {0}용으로 저장|이 카드가 {0}용으로 저장됩니다.|{0}의 저장된 카드가 변경됩니다.|{0} 결제|{0} 승인|카드 확인|카드 저장|변경 사항 저장|결제|아직 아무것도 전송되지 않았습니다. 카드 양식의 내용을 확인하고 그 안의 버튼을 누르세요.|아무것도 전송되지 않았습니다. 카드 양식의 일부가 잘렸거나 가려져 있습니다. 전체가 보이게 한 뒤 다시 시도하세요.',
  nl: 'U betaalt {0} voor bestelling {1}.|{0} wordt op uw kaart gereserveerd voor bestelling {1}.|Uw kaart wordt gecontroleerd voor bestelling {1}. Er wordt niets afgeschreven.|Deze kaart bewaren voor {0}|Deze kaart wordt bewaard voor {0}.|De bewaarde kaart van {0} wordt gewijzigd.|{0} betalen|{0} reserveren|Kaart controleren|Kaart bewaren|Wijzigingen bewaren|Betalen|Er is nog niets verzonden. Controleer wat het kaartformulier zegt en druk op de knop daarin.|Er is niets verzonden: een deel van het kaartformulier is afgesneden of bedekt. Breng het helemaal in beeld en probeer het opnieuw.',
  pl: 'Płacisz {0} za zamówienie {1}.|Kwota {0} zostanie zablokowana na karcie za zamówienie {1}.|Karta zostanie sprawdzona dla zamówienia {1}. Nic nie zostanie pobrane.|Zapisz tę kartę dla {0}|Ta karta zostanie zapisana dla {0}.|Zapisana karta {0} zostanie zmieniona.|Zapłać {0}|Zablokuj {0}|Sprawdź kartę|Zapisz kartę|Zapisz zmiany|Zapłać|Jeszcze nic nie wysłano. Sprawdź, co mówi formularz karty, i naciśnij w nim przycisk.|Nic nie wysłano: część formularza karty jest ucięta lub zasłonięta. Pokaż go w całości i spróbuj ponownie.',
  pt: 'Você paga {0} pelo pedido {1}.|{0} ficam reservados no seu cartão para o pedido {1}.|Seu cartão é verificado para o pedido {1}. Nada é cobrado.|Salvar este cartão para {0}|Este cartão é salvo para {0}.|O cartão salvo de {0} é alterado.|Pagar {0}|Reservar {0}|Verificar cartão|Salvar cartão|Salvar alterações|Pagar|Nada foi enviado ainda. Confira o que diz o formulário do cartão e pressione o botão dentro dele.|Nada foi enviado: parte do formulário do cartão está cortada ou coberta. Deixe-o todo visível e tente novamente.',
  sv: 'Du betalar {0} för order {1}.|{0} reserveras på ditt kort för order {1}.|Ditt kort kontrolleras för order {1}. Inget dras.|Spara det här kortet för {0}|Det här kortet sparas för {0}.|Det sparade kortet för {0} ändras.|Betala {0}|Reservera {0}|Kontrollera kort|Spara kort|Spara ändringar|Betala|Inget har skickats än. Kontrollera vad kortformuläret säger och tryck på knappen i det.|Inget har skickats: en del av kortformuläret är avskuren eller täckt. Visa hela och försök igen.',
  'zh-Hans':
    '您将为订单 {1} 支付 {0}。|将在您的卡上为订单 {1} 预授权 {0}。|将为订单 {1} 验证您的卡。不会扣款。|为 {0} 保存此卡|此卡将为 {0} 保存。|{0} 的已保存卡将被更改。|支付 {0}|预授权 {0}|验证卡|保存卡|保存更改|支付|尚未发送任何内容。请核对银行卡表单中的内容，并按其中的按钮。|未发送任何内容：银行卡表单的一部分被截断或遮挡。请将其完整显示后重试。',
};

/** How the frame that answers a request asks the shopper. */
export function consentLanguage(request: Request): ConsentLanguage {
  const { language, locale, direction } = spokenFor(request);
  const texts = CONSENT_ROWS[language]!.split('|');
  const words = Object.fromEntries(NAMES.map((name, index) => [name, texts[index]!])) as ConsentWords;
  return { locale, direction, words };
}
