/** The few globals that web-test-runner's mocha gives to component tests. Other tests import theirs from vitest. */

interface MochaContext {
  timeout(milliseconds: number): void;
}

declare function describe(title: string, suite: () => void): void;
declare function it(title: string, test: (this: MochaContext) => void | Promise<void>): void;
declare function beforeEach(prepare: () => void | Promise<void>): void;
declare function afterEach(tidy: () => void | Promise<void>): void;
