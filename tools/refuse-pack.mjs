// @ts-check
/** Stops `npm pack` in the repository itself. npm also runs this script before `npm run pack`, which packs both packages. */
if (process.env['npm_command'] === 'pack') {
  console.error('This repository is two packages: npm run pack');
  process.exit(1);
}
