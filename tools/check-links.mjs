// @ts-check
/** Checks the links and names in Markdown pages, and the pages that comments cite. */
import { brokenCitations } from './citations.mjs';
import { trackedFiles } from './files.mjs';
import { wrongNames } from './named-in-pages.mjs';
import { brokenLinks } from './page-links.mjs';
import { wrongPublicNames } from './public-names-in-pages.mjs';

const files = trackedFiles();
const problems = [...brokenCitations(files), ...brokenLinks(files), ...wrongNames(files), ...wrongPublicNames(files)];
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
console.log(`${files.filter((file) => file.endsWith('.md')).length} pages, all links and names are valid`);
