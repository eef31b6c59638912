import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** Ends the run with the line 'browser: N passed, N failed', for tools that count tests. */
export default class SummaryReporter implements Reporter {
  readonly #outcomes = new Map<string, boolean>()

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status !== 'skipped') this.#outcomes.set(test.id, test.ok())
  }

  onEnd(): void {
    const passed = [...this.#outcomes.values()].filter(Boolean).length
    process.stdout.write(`browser: ${passed} passed, ${this.#outcomes.size - passed} failed\n`)
  }
}
