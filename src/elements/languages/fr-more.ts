/** French: what only some pages show. See languages.ts. */
import type { LanguageTable } from '../words/language-table.js';

const words: LanguageTable = {
  action: {
    preauth: {
      pay: 'Autoriser {0}|Autoriser',
      paying: 'Autorisation en cours…',
      note: 'Le montant est réservé maintenant sur votre carte et débité plus tard.',
      payment: { approved: 'Le montant est réservé sur votre carte.' },
      receipt: {
        outcomes: { approved: 'Autorisé', declined: 'Refusé', failed: 'Non autorisé' },
        paidTo: 'Boutique',
        note: 'Réservé sur votre carte, débité plus tard',
      },
    },
    verify_only: {
      pay: 'Vérifier la carte',
      paying: 'Vérification…',
      note: 'Votre banque vérifie la carte. Rien n’est débité.',
      payment: {
        approved: 'Votre carte a été acceptée.',
        declined: 'Votre banque n’a pas accepté cette carte.',
        failed: 'La carte n’a pas pu être vérifiée.',
        unknown: 'Nous vérifions si la carte a été acceptée.',
        doNotPay: 'Veuillez ne pas la saisir à nouveau.',
      },
      receipt: {
        outcomes: { approved: 'Carte acceptée', declined: 'Carte refusée', failed: 'Non vérifiée' },
        paidTo: 'Boutique',
        note: 'Rien n’a été débité',
      },
    },
  },
  amount: {
    order: 'Commande',
    surcharge: 'Supplément {0}',
    total: 'Total à payer',
  },
  bankAccount: {
    labels: {
      bsb: 'BSB',
      number: 'Numéro de compte',
      name: 'Titulaire du compte',
    },
    bsbHint: '6 chiffres, 000-000',
    numberHint: '3 à 9 chiffres',
    errors: {
      bsb: {
        empty: 'Saisissez le BSB',
        too_short: 'Il manque un chiffre : il en faut 6',
        too_long: 'Un chiffre de trop : il en faut 6',
        characters: 'Utilisez uniquement des chiffres',
        refused: 'Vérifiez le BSB',
      },
      number: {
        empty: 'Saisissez le numéro de compte',
        too_short: 'Il manque un chiffre',
        too_long: '9 chiffres au maximum',
        characters: 'Utilisez uniquement des chiffres',
        refused: 'Vérifiez le numéro de compte',
      },
      name: {
        empty: 'Saisissez le titulaire du compte',
        too_short: 'Saisissez le titulaire du compte',
        too_long: '32 caractères au maximum',
        characters: 'N’utilisez pas de caractères spéciaux',
        refused: 'Vérifiez le titulaire du compte',
      },
    },
    agreement: 'J’ai lu la convention de prélèvement et j’accepte que mon compte soit débité selon ses conditions.',
    readAgreement: 'Lire la convention',
    agreementMissing: 'Acceptez la convention de prélèvement pour continuer',
  },
  challenge: {
    title: 'Confirmez auprès de votre banque',
    frame: 'Page de votre banque',
    close: 'Fermer',
    loading: 'Chargement de la page de votre banque…',
    slow: 'Votre banque tarde à répondre.',
    elsewhere: 'Ouvrir plutôt dans cette fenêtre',
    leaveTitle: 'Quitter la vérification de votre banque ?',
    leaveText: 'Ce paiement n’est pas encore confirmé. Vous pourrez revenir à la vérification depuis cette page.',
    stay: 'Continuer la vérification',
    leave: 'Quitter',
  },
  method: {
    redirect: 'Vous saisissez votre carte sur la page du service de paiement, puis vous revenez ici.',
    webform: 'Vous saisissez votre carte sur la page suivante.',
    frame: 'Informations de carte',
    loading: 'Chargement des champs de la carte…',
    failed:
      'Les champs de la carte n’ont pas pu être chargés et rien n’a été débité. Veuillez vérifier votre connexion.',
    again: 'Recharger',
    incomplete: 'Veuillez compléter les informations de la carte. Rien n’a été débité.',
    renewed: 'Le délai de paiement était dépassé et rien n’a été débité. Veuillez saisir à nouveau la carte.',
  },
  receipt: {
    outcomes: {
      approved: 'Accepté',
      declined: 'Refusé',
      failed: 'Non payé',
    },
    testNote: 'Paiement de test : aucun débit réel',
    paidTo: 'Payé à',
    shop: 'Boutique',
    date: 'Le',
    card: 'Carte',
    cardText: '{0} •••• {1}',
    spokenCard: '{0} se terminant par {1}',
    anyCard: 'Carte',
    expires: 'expire {0}',
    number: 'Numéro de reçu',
    references: 'Référence',
    surcharge: 'Supplément compris',
    more: 'Détails pour l’assistance',
    authorisation: 'Autorisation',
    transaction: 'Opération',
    answer: 'Réponse',
    copy: 'Copier',
    copied: 'Copié',
    print: 'Imprimer',
    looking: 'Recherche de votre reçu…',
    missing: 'Il n’y a pas de reçu à afficher ici. La boutique peut vous en envoyer un.',
    notPaid: 'Cette commande n’a pas été payée.',
  },
  references: {
    optional: 'facultatif',
    errors: {
      empty: 'Veuillez remplir ce champ',
      too_long: '{0} caractères au maximum',
      characters: 'Utilisez uniquement des lettres, des chiffres et des signes simples',
      card: 'Cela ressemble à un numéro de carte. Saisissez votre carte uniquement dans les champs de la carte',
      format: 'Vérifiez ce champ : il n’a pas la forme attendue',
    },
  },
};

export default words;
