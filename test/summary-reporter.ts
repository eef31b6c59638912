import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** Ends the run with 'browser: N passed, N failed' on a line of its own, for whatever counts tests by that. */
export default class ClosingLine implements Reporter {
  readonly #outcomes = new Map<string, boolean>()

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status !== 'skipped') this.#outcomes.set(test.id, test.ok())
  }

  onEnd(): void {
    const passed = [...this.#outcomes.values()].filter(Boolean).length
    process.stdout.write(`browser: ${passed} passed, ${this.#outcomes.size - passed} failed\n`)
  }
}
