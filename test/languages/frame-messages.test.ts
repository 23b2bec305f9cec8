/** The messages that the page sends to the frame replace the English ones. */
import { describe, expect, it } from 'vitest';
import { fieldMessages } from '../../src/elements/messages/field-messages.js';
import { translate } from '../../src/frame/locale.js';

const english = fieldMessages('en');

describe('the messages of the frame', () => {
  it('are English if the page sends none', () => {
    expect(translate(english, {})).toEqual(english);
  });

  it('are replaced by those with the same path only', () => {
    const words = translate(english, {
      'labels.number': 'Kartennummer',
      'errors.cvn.empty': 'Sicherheitscode eingeben',
      'cvnHint.4': '4 Ziffern',
      'labels.toString': 'x',
      labels: 'x',
      errors: 'x',
    });
    expect(words.labels).toEqual({ ...english.labels, number: 'Kartennummer' });
    expect(words.errors).toEqual({
      ...english.errors,
      cvn: { ...english.errors.cvn, empty: 'Sicherheitscode eingeben' },
    });
    expect(words.cvnHint).toEqual({ ...english.cvnHint, 4: '4 Ziffern' });
  });

  it('contain the names of brands unchanged', () => {
    const { weTake, accepted } = translate(english, { weTake: 'Nur {0}.', accepted: 'Alle' });
    expect(weTake("Visa $& $' {0}")).toBe("Nur Visa $& $' {0}.");
    expect(accepted('Visa')).toBe('Alle');
  });
});
