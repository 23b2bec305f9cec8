/** The choice of a language for the elements of a page. */
import { h, type Ref, type VNode } from 'vue';
import { data as tags } from './languages.data.js';

const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he']);

/** The name of a language in itself, such as `Deutsch`. */
function nameOf(tag: string): string {
  return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
}

/** The direction of a page in a language. */
export const directionOf = (tag: string): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.has(tag) ? 'rtl' : 'ltr');

/** Renders the choice. */
export function languageSelect(id: string, language: Ref<string>): VNode {
  return h('div', { class: 'choice' }, [
    h('label', { for: id }, 'Language'),
    h(
      'select',
      {
        id,
        value: language.value,
        onChange: (event: Event) => (language.value = (event.target as HTMLSelectElement).value),
      },
      tags.map((tag) => h('option', { value: tag, selected: tag === language.value }, `${nameOf(tag)} (${tag})`)),
    ),
  ]);
}
