import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take more than a minute on two cores. */
const LONG = [
  'next-shop',
  'screens',
  'next-package',
  'browser-sdks',
  'clickhouse',
  'clickhouse-same',
  'next-navigations',
  'next-build',
  'next-earlier',
  'people',
  'roles',
  'migrate-store',
  'nodes',
  'scaled-journeys',
  'scaled-screens',
  'kill',
  'kill-maps',
  'nodes-away',
  'package',
  'overview',
  'next-error-pages',
].map((name) => `/e2e/${name}.test.ts`)

/** One of them begun as the last would leave all but one core idle at the end of a run. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = LONG.findIndex((name) => moduleId.endsWith(name))
      return place === -1 ? LONG.length : place
    }
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}
