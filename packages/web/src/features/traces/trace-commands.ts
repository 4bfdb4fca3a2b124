import { msg } from '@lingui/core/macro'
import { useCommands, type Command } from '#lib/commands/commands.ts'
import { FILTER_INPUT } from './filter-bar.tsx'
import { allParents } from './model/rows.ts'
import { panBy } from './model/zoom.ts'
import type { View } from './view.ts'
import { zoomed, ZOOM_STEP } from './waterfall/zoom-buttons.tsx'

const PAN_STEP = 0.25

/** What the keyboard does on a trace beside walking through the tree. */
export function useTraceCommands(view: View): void {
  useCommands([...moving(view), ...looking(view), ...zooming(view)])
}

function moving(view: View): readonly Command[] {
  const { layout, state, update, takeFocus } = view
  const { rows } = layout
  const step = (by: number) => {
    const at = state.selected < 0 ? -1 : rows.rowOf[state.selected]!
    const next = rows.spans[Math.min(Math.max(at + by, 0), rows.spans.length - 1)]
    if (next === undefined) return
    takeFocus.current = true
    update({ selected: next })
  }
  return [
    { id: 'next-span', title: msg`Next span`, group: 'list', keys: ['j'], listed: false, run: () => step(1) },
    {
      id: 'previous-span',
      title: msg`Previous span`,
      group: 'list',
      keys: ['k'],
      listed: false,
      run: () => step(-1),
    },
    {
      id: 'next-failed-span',
      title: msg`Next span with an error`,
      group: 'list',
      keys: ['e'],
      words: 'error failed jump',
      enabled: () => view.facts.failed.includes(1),
      run: () => nextFailed(view),
    },
    {
      id: 'collapse-spans',
      title: msg`Collapse all spans`,
      group: 'list',
      keys: ['['],
      run: () => update({ collapsed: allParents(view.facts.model) }),
    },
    {
      id: 'expand-spans',
      title: msg`Expand all spans`,
      group: 'list',
      keys: [']'],
      run: () => update({ collapsed: new Set<number>() }),
    },
  ]
}

/** Around the end to the first again. */
function nextFailed({ facts: { model, failed }, state, goTo, takeFocus }: View): void {
  const from = state.selected < 0 ? -1 : model.place[state.selected]!
  for (let step = 1; step <= model.size; step += 1) {
    const span = model.order[(from + step) % model.size]!
    if (failed[span] !== 1) continue
    takeFocus.current = true
    goTo(span)
    return
  }
}

function looking(view: View): readonly Command[] {
  const { state, update, setRoot, takeFocus } = view
  return [
    {
      id: 'focus-span',
      title: msg`Focus on the selected span`,
      group: 'view',
      keys: ['f'],
      words: 'root subtree only',
      enabled: () => state.selected >= 0 || state.root >= 0,
      run: () => {
        takeFocus.current = true
        setRoot(state.root === state.selected ? -1 : state.selected)
      },
    },
    {
      id: 'whole-trace',
      title: msg`Show the whole trace`,
      group: 'view',
      keys: ['Shift+F'],
      enabled: () => state.root >= 0,
      run: () => setRoot(-1),
    },
    {
      id: 'critical-path',
      title: msg`Show the critical path`,
      group: 'view',
      keys: ['p'],
      run: () => update({ criticalPath: !state.criticalPath }),
    },
    {
      id: 'filter-spans',
      title: msg`Filter spans`,
      group: 'list',
      keys: ['/', 'Shift+/'],
      run: () => document.getElementById(FILTER_INPUT)?.focus(),
    },
    {
      id: 'span-table',
      title: msg`Switch between waterfall and table`,
      group: 'view',
      keys: ['t'],
      run: () => update({ view: state.view === 'table' ? 'waterfall' : 'table' }),
    },
    {
      id: 'close-span',
      title: msg`Close the details`,
      group: 'view',
      keys: ['Escape'],
      listed: false,
      enabled: () => state.dock !== undefined,
      run: () => {
        takeFocus.current = true
        update({ dock: undefined })
      },
    },
  ]
}

function zooming(view: View): readonly Command[] {
  const { layout, setWindow, update } = view
  return [
    {
      id: 'zoom-in',
      title: msg`Zoom in`,
      group: 'view',
      keys: ['+', 'Shift++', '='],
      run: () => setWindow(zoomed(view, ZOOM_STEP)),
    },
    {
      id: 'zoom-out',
      title: msg`Zoom out`,
      group: 'view',
      keys: ['-'],
      run: () => setWindow(zoomed(view, 1 / ZOOM_STEP)),
    },
    {
      id: 'zoom-fit',
      title: msg`Fit the whole time`,
      group: 'view',
      keys: ['0'],
      run: () => update({ window: undefined }),
    },
    {
      id: 'pan-left',
      title: msg`Earlier`,
      group: 'view',
      keys: ['Shift+ArrowLeft'],
      listed: false,
      run: () => setWindow(panBy(layout.window, -PAN_STEP, layout.scale)),
    },
    {
      id: 'pan-right',
      title: msg`Later`,
      group: 'view',
      keys: ['Shift+ArrowRight'],
      listed: false,
      run: () => setWindow(panBy(layout.window, PAN_STEP, layout.scale)),
    },
  ]
}
