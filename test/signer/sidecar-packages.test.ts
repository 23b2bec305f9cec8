/** The order token modules as packages: a program in another folder installs and imports each, without any network. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECRET } from './order-tokens.js';

/** Debian's own Python, which has the packages of Debian. */
const PYTHON = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
const ORDER = '"1042", "amount": 19900, "currency": "AUD", "version": 1, "crn1": "1042"';

interface Language {
  readonly name: string;
  /** The programs that it needs, each with the arguments that show that it is there. */
  readonly needs: readonly (readonly string[])[];
  /** Name of its folder in `demo/sidecar`. */
  readonly folder: string;
  /** Files of the importing program, beside `module`, which has the copied package. */
  readonly files: Readonly<Record<string, string>>;
  /** Commands in the program's folder; the last one prints a token of the issuer `books.example`. */
  readonly commands: readonly (readonly string[])[];
}

const LANGUAGES: readonly Language[] = [
  {
    name: 'Python, by pip',
    needs: [[PYTHON, '-c', 'import setuptools, wheel, pip; assert int(setuptools.__version__.split(".")[0]) >= 61']],
    folder: 'python',
    files: {
      'shop.py': `import os, sys
sys.path.insert(0, "installed")
from order_token import create_order_token
print(create_order_token({"order": ${ORDER}}, os.environ["SECRET"], "k", issuer="books.example"))`,
    },
    commands: [
      [PYTHON, ...'-m pip install -q --no-index --no-build-isolation --target installed ./module'.split(' ')],
      [PYTHON, 'shop.py'],
    ],
  },
  {
    name: 'Ruby, as a gem',
    needs: [
      ['ruby', '--version'],
      ['gem', '--version'],
    ],
    folder: 'ruby',
    files: {
      'shop.rb': `require 'order_token'
order = { "order": ${ORDER} }
puts OrderToken.create(order, ENV.fetch('SECRET'), 'k', issuer: 'books.example')`,
    },
    commands: [
      ['sh', '-c', 'cd module && gem build --quiet --output ../token.gem florin-order-token.gemspec'],
      'gem install --quiet --local --no-document --install-dir installed token.gem'.split(' '),
      ['env', 'GEM_PATH=installed', 'ruby', 'shop.rb'],
    ],
  },
  {
    name: 'Go, as a module',
    needs: [['go', 'version']],
    folder: 'go',
    files: {
      'go.mod': `module books.example/shop

go 1.19

require florin.example/ordertoken v0.0.0

replace florin.example/ordertoken => ./module
`,
      'main.go': `package main

import (
	"fmt"
	"os"

	"florin.example/ordertoken"
)

func main() {
	ordertoken.Issuer = "books.example"
	order := ordertoken.Order{Order: "1042", Amount: 19900, Currency: "AUD", Version: 1, Crn1: "1042"}
	token, err := ordertoken.CreateOrderToken(order, []byte(os.Getenv("SECRET")), "k")
	if err != nil {
		panic(err)
	}
	fmt.Println(token)
}
`,
    },
    commands: [['env', 'GOPROXY=off', 'go', 'run', '.']],
  },
  {
    name: 'PHP, by Composer',
    needs: [
      ['php', '--version'],
      ['composer', '--version'],
    ],
    folder: 'php',
    files: {
      'composer.json': JSON.stringify({
        repositories: [{ type: 'path', url: './module' }, { 'packagist.org': false }],
        require: { 'florin/order-token': '*' },
      }),
      'shop.php': `<?php
require 'vendor/autoload.php';
$order = json_decode('{"order": ${ORDER}}', true);
echo Florin\\create_order_token($order, getenv('SECRET'), 'k', issuer: 'books.example'), "\\n";`,
    },
    commands: [
      'env COMPOSER_ALLOW_SUPERUSER=1 COMPOSER_HOME=home composer install --quiet --no-interaction'.split(' '),
      ['php', 'shop.php'],
    ],
  },
  {
    name: 'C#, as a library of Mono',
    needs: [
      ['mono', '--version'],
      ['mcs', '--version'],
    ],
    folder: 'csharp',
    files: {
      'Shop.cs': `public static class Program
{
    public static void Main()
    {
        OrderToken.Issuer = "books.example";
        var order = new Order { Name = "1042", Amount = 19900, Currency = "AUD", Version = 1, Crn1 = "1042" };
        System.Console.WriteLine(OrderToken.Create(order, System.Environment.GetEnvironmentVariable("SECRET"), "k"));
    }
}`,
    },
    commands: [
      'mcs -target:library -r:System.Runtime.Serialization.dll -out:token.dll module/OrderToken.cs'.split(' '),
      'mcs -r:token.dll -out:shop.exe Shop.cs'.split(' '),
      ['mono', 'shop.exe'],
    ],
  },
];

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'florin-packages-'));
});
afterAll(() => rmSync(home, { recursive: true }));

const isThere = ([program = '', ...args]: readonly string[]) => spawnSync(program, args).status === 0;

describe('the order token as a package', { timeout: 120_000 }, () => {
  for (const { name, needs, folder, files, commands } of LANGUAGES) {
    const missing = needs.find((command) => !isThere(command));
    it.skipIf(missing)(missing ? `${name}: "${missing.join(' ')}" fails` : name, async () => {
      const cwd = join(home, folder);
      mkdirSync(cwd);
      cpSync(join(import.meta.dirname, '../../demo/sidecar', folder), join(cwd, 'module'), { recursive: true });
      for (const [file, text] of Object.entries(files)) writeFileSync(join(cwd, file), text);
      let token = '';
      for (const [program = '', ...args] of commands) {
        const { status, stdout, stderr } = spawnSync(program, args, {
          cwd,
          env: { ...process.env, SECRET },
          encoding: 'utf8',
        });
        expect({ status, stderr }, args.join(' ')).toMatchObject({ status: 0 });
        token = stdout.trim();
      }
      const checks = { issuer: 'books.example', audience: 'florin', typ: 'florin-order+jwt' };
      const { payload, protectedHeader } = await jwtVerify(token, new TextEncoder().encode(SECRET), checks);
      expect(protectedHeader.kid).toBe('k');
      expect(payload).toMatchObject({ order: '1042', amount: 19900, currency: 'AUD', version: 1, crn1: '1042' });
    });
  }
});
