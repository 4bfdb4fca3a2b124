import { CodeFrame } from '#ui/data/code-frame.tsx'
import { JsonView } from '#ui/data/json-view.tsx'
import { KeyValues } from '#ui/data/key-values.tsx'
import { LongText } from '#ui/data/long-text.tsx'
import { PageBar } from '#ui/layout/page-bar.tsx'
import { PanelLink } from '#ui/layout/panel-link.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { ReleaseMarkers } from '#product/releases/release-markers.tsx'
import { SettingSection } from '#ui/forms/setting-section.tsx'
import type { Band } from '#ui/charts/bands.ts'
import { TimeChart, type ChartSeries } from '#ui/charts/time-chart.tsx'
import { Spark } from '#ui/data/spark.tsx'
import { markersQuery } from '#product/releases/release-queries.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { Button } from '#ui/base/button.tsx'
import { useContext } from 'react'
import { LONG, Specimen, State, ThemeOnShow } from './specimen.tsx'

const LINES = [
  'export function priceOf(item: Item): number {',
  '  // A bundle has no price of its own.',
  '  return item.offer.price * TAXES[item.country]',
  '}',
]
const JSON_VALUE = { event_id: 'fc6d8c0c43fc4630ad850ee518f1b9d0', tags: { route: '/cart' }, extra: [1, 2] }

const DAY = { from: Date.UTC(2026, 10, 14), to: Date.UTC(2026, 10, 15) }
const TICKS = ['06:00', '18:30'].map((time, minor) => ({
  version: `shop@1.${minor}.0`,
  at: `2026-11-14T${time}:00.000Z`,
}))

const CHART = {
  span: { from: DAY.from, stepMs: 2 * 3_600_000, count: 12 },
  text: (value: number) => `${value}`,
  marks: TICKS.map(({ at, version }) => ({ at: Date.parse(at), text: `${version} first seen` })),
}
const CHART_VALUES = [5, 7, 9, null, 8, null, 15, 22, 30, 41, 18, 12]
const CHART_LINE: readonly ChartSeries[] = [{ name: 'p75', form: 'line', values: CHART_VALUES }]
const CHART_BOTH: readonly ChartSeries[] = [
  { name: 'Visits', form: 'bars', values: CHART_VALUES },
  { name: 'Requests', form: 'dashes', values: CHART_VALUES.toReversed() },
]
const CHART_BANDS: readonly Band[] = [
  { word: 'Good', upTo: 10, pattern: 'plain', colour: '--mark-success' },
  { word: 'Needs work', upTo: 25, pattern: 'sparse', colour: '--mark-warning' },
  { word: 'Poor', upTo: undefined, pattern: 'dense', colour: '--mark-error' },
]

export function DataShelf() {
  queryClient.setQueryData(markersQuery('web', DAY.from, DAY.to).queryKey, { ticks: TICKS })
  return (
    <>
      <Specimen name="Spark" note="Bars, one per bucket; an empty one still has a footprint.">
        <State name="rest">
          <Spark values={[1, 0, 3, 8, 2, 0, 0, 5, 13, 9, 4, 2]} label="47 events" />
        </State>
        <State name="empty">
          <Spark values={Array.from({ length: 24 }, () => 0)} label="no events" />
        </State>
      </Specimen>
      <Specimen
        name="ReleaseMarkers"
        note="Lines over every chart of the page where releases began, and their names."
      >
        <State name="counted">
          <ReleaseMarkers project="web" over={DAY} />
        </State>
        <State name="named">
          <ReleaseMarkers project="web" over={DAY} named />
        </State>
      </Specimen>
      <Specimen
        name="TimeChart"
        note="Values over time; arrow keys move a cursor, a table has the same numbers. Forms and words tell series and bands apart."
      >
        <State name="one series with bands" wide>
          <TimeChart {...CHART} name="LCP over time" series={CHART_LINE} bands={CHART_BANDS} />
        </State>
        <State name="bars and a line" wide>
          <TimeChart {...CHART} name="Traffic over time" series={CHART_BOTH} />
        </State>
      </Specimen>
      <Specimen name="CodeFrame" note="Long lines scroll inside; colours arrive after the text.">
        <State name="with a hit" wide>
          <CodeFrame lines={LINES} from={29} hit={2} grammar="typescript" label="price.ts" />
        </State>
        <State name="no numbers, no grammar, a long line" wide>
          <CodeFrame lines={[LONG.repeat(2)]} from={undefined} hit={0} grammar={undefined} label="bundle" />
        </State>
      </Specimen>
      <Texts />
      <Frames />
    </>
  )
}

function Texts() {
  return (
    <>
      <Specimen name="KeyValues" note="Lists and objects unfold in place.">
        <State name="every kind of value" wide>
          <KeyValues
            entries={[
              ['browser', 'Safari 26.1'],
              ['online', true],
              ['empty', ''],
              ['nothing', null],
              ['cart', { items: [{ sku: 'A-1', price: 12 }], coupon: null }],
              ['message', LONG.repeat(4)],
            ]}
          />
        </State>
      </Specimen>
      <Specimen name="JsonView">
        <State name="rest" wide>
          <JsonView value={JSON_VALUE} label="example" />
        </State>
      </Specimen>
      <Specimen name="LongText">
        <State name="short">
          <LongText text="Short enough" />
        </State>
        <State name="long" wide>
          <LongText text={LONG.repeat(5)} />
        </State>
      </Specimen>
    </>
  )
}

function Frames() {
  const theme = useContext(ThemeOnShow)
  return (
    <>
      <Panels />
      <Specimen name="PageBar" note="The one header line of a screen; its title is the h1, here as text.">
        <State name="rest" wide>
          <div inert>
            <PageBar title={<span>Issues</span>}>
              <span className="text-muted">Web shop</span>
            </PageBar>
          </div>
        </State>
      </Specimen>
      <Specimen
        name="LonePage"
        note="A whole page for somebody who is not let in yet, so it is shown where it is used."
      >
        <a className="text-accent underline" href="/sign-in">
          Sign in
        </a>
      </Specimen>
      <Specimen name="SettingSection" note="What is set on the left, how on the right.">
        <State name="rest" wide>
          <SettingSection
            id={`example-${theme}`}
            title={`Theme, ${theme}`}
            about="As the system, unless somebody chooses."
          >
            <Button>Choose</Button>
          </SettingSection>
        </State>
      </Specimen>
    </>
  )
}

function Panels() {
  return (
    <>
      <Specimen name="Panel">
        <State name="with a title and an action" wide>
          <Panel title="Tags" actions={<Button kind="quiet">Copy</Button>}>
            <p className="p-3">What belongs together.</p>
          </Panel>
        </State>
        <State name="without a title" wide>
          <Panel>
            <p className="p-3">{LONG}</p>
          </Panel>
        </State>
      </Specimen>
      <Specimen name="PanelLink" note="Leads to the screen that has all of it.">
        <State name="in the head of a panel" wide>
          <Panel
            title="Slowest routes"
            actions={
              <PanelLink to="/projects/$project/routes" params={{ project: 'web' }}>
                All routes
              </PanelLink>
            }
          >
            <p className="p-3">The slowest five.</p>
          </Panel>
        </State>
      </Specimen>
    </>
  )
}
