/** The ceiling: node:http over SQLite, WAL, FULL, without a rule or a check. `node reference.mjs FILE one|group`. */
import { createServer } from 'node:http';
import { DatabaseSync } from '@photostructure/sqlite';
const [, , file, how] = process.argv;
const db = new DatabaseSync(file);
db.exec('pragma journal_mode = wal; pragma synchronous = full; create table txn (id integer primary key, body text)');
const insert = db.prepare('insert into txn (body) values (?)');
const find = db.prepare('select body from txn where id = ?');
let waiting = [];
function commit() {
  const group = waiting;
  waiting = [];
  db.exec('begin immediate');
  const ids = group.map(({ body }) => Number(insert.run(body).lastInsertRowid));
  db.exec('commit');
  group.forEach(({ response }, index) => response.end(`{"id":"${ids[index]}"}`));
}
const server = createServer((request, response) => {
  response.setHeader('Content-Type', 'application/json');
  if (request.method === 'GET') return void response.end(find.get(Number(request.url.slice(1)))?.body ?? '');
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    if (waiting.push({ body, response }) === 1) how === 'group' ? setImmediate(commit) : commit();
  });
});
server.listen(0, '127.0.0.1', () => console.log(`ready http://127.0.0.1:${server.address().port}`));
