/** The tabs of code: the chosen name is chosen in all groups, and on the next pages and visits too. */
import { onContentUpdated } from 'vitepress';
import { onMounted, onUnmounted } from 'vue';

const KEY = 'florin-code-tab';
const TABS = '.vp-code-group .tabs input';

const nameOf = (tab: Element): string => tab.nextElementSibling?.textContent ?? '';

/** Shows the chosen tab where it exists. VitePress would also scroll to it. */
function showChosen(): void {
  const chosen = localStorage.getItem(KEY);
  for (const tab of document.querySelectorAll<HTMLInputElement>(TABS)) {
    if (tab.checked || nameOf(tab) !== chosen) continue;
    tab.checked = true;
    const group = tab.closest('.vp-code-group');
    const index = [...(group?.querySelectorAll(TABS) ?? [])].indexOf(tab);
    group?.querySelectorAll('.blocks > *').forEach((block, each) => block.classList.toggle('active', each === index));
  }
}

function remember({ target }: Event): void {
  if (!(target instanceof Element && target.matches(TABS))) return;
  localStorage.setItem(KEY, nameOf(target));
  showChosen();
}

/** For the setup of the theme. */
export function useCodeTabs(): void {
  onMounted(() => addEventListener('change', remember));
  onUnmounted(() => removeEventListener('change', remember));
  onContentUpdated(showChosen);
}
