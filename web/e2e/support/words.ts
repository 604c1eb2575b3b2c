/** Texts that page objects look for, by language. */
const english = {
  locale: 'en-US',
  buy: 'Buy Now',
  yourTotal: 'Your total is',
  yes: 'Yes',
  openForm: 'Open secure form',
  success: 'Success',
  showCode: 'Show my code',
};

const french: typeof english = {
  locale: 'fr-CA',
  buy: 'Acheter',
  yourTotal: 'Votre total est de',
  yes: 'Oui',
  openForm: 'Ouvrir le formulaire sécurisé',
  success: 'Opération réussie',
  showCode: 'Afficher mon code',
};

export type Words = typeof english;

export function wordsOf(site: string): Words {
  return site === 'foamco' ? french : english;
}
