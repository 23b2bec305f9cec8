// @ts-check
/** Checks the links and names of every Markdown page, and the pages that comments cite. */
import { brokenCitations } from './citations.mjs';
import { trackedFiles } from './files.mjs';
import { wrongNames } from './named-in-pages.mjs';
import { brokenLinks } from './page-links.mjs';

const files = trackedFiles();
const problems = [...brokenCitations(files), ...brokenLinks(files), ...wrongNames(files)];
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
console.log(`${files.filter((file) => file.endsWith('.md')).length} pages, all links and names are valid`);
