import type { Reporter, TestModule } from 'vitest/node'

/** Closes every run with the counts alone on a line, for people and for machines that look for them. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) counts[test.result().state]++
      // A file that could not be loaded has no tests to fail.
      if (module.state() === 'failed' && [...module.children.allTests()].length === 0) counts.failed++
    }
    console.log(
      `\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped + counts.pending} skipped`,
    )
  }
}
