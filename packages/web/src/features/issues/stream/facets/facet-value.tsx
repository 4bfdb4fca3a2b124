import { useLingui } from '@lingui/react/macro'
import type { MouseEvent } from 'react'
import type { Wanted } from '#product/search/query-text.ts'
import { IconButton } from '#ui/base/button.tsx'
import { cx } from '#ui/base/class-names.ts'
import { Count } from '#ui/data/count.tsx'
import { Icon } from '#ui/base/icon.tsx'
import { LevelMark } from '#product/issues/level-mark.tsx'

interface Props {
  readonly facet: string
  readonly value: string
  readonly issues: number | undefined
  readonly most: number
  readonly wanted: Wanted
  readonly onToggle: (wanted: 'included' | 'excluded' | 'only') => void
}

/** A click includes, one with Alt or on the minus excludes, one with Shift leaves only this; the same again takes it back. */
export function FacetValue({ facet, value, issues, most, wanted, onToggle }: Props) {
  const { t } = useLingui()
  const name = useValueName(facet, value)
  const press = ({ altKey, shiftKey }: MouseEvent) =>
    onToggle(shiftKey ? 'only' : altKey ? 'excluded' : 'included')
  return (
    <li className="group/value relative flex items-center">
      <button
        type="button"
        aria-pressed={wanted === 'included'}
        title={wanted === 'excluded' ? t`${name}: excluded` : name}
        className={cx(
          'flex min-h-6 min-w-0 flex-1 items-center gap-1.5 rounded-control px-1 text-start hover:bg-hover aria-pressed:bg-selected aria-pressed:font-strong',
          wanted === 'excluded' && 'text-subtle',
        )}
        onClick={press}
      >
        {wanted === 'included' && <Icon name="check" size={12} />}
        {wanted === 'excluded' && <Icon name="minus" size={12} />}
        <span className={cx('min-w-0 flex-1 truncate', wanted === 'excluded' && 'line-through')}>
          {facet === 'level' ? <LevelMark level={value} /> : name}
        </span>
        {wanted === 'excluded' && <span className="sr-only">{t`excluded`}</span>}
        {issues !== undefined && (
          <>
            <span className="h-1 w-8 shrink-0 overflow-hidden rounded-full bg-line" aria-hidden="true">
              <span className="block h-full bg-line-strong" style={{ width: `${(issues / most) * 100}%` }} />
            </span>
            <span className="min-w-6 shrink-0 text-end text-meta text-subtle group-focus-within/value:me-6 group-hover/value:me-6">
              <Count of={issues} />
            </span>
          </>
        )}
      </button>
      <IconButton
        className="absolute end-0 min-h-6 w-6 opacity-0 group-hover/value:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100"
        icon="minus"
        label={wanted === 'excluded' ? t`Stop excluding ${name}` : t`Exclude ${name}`}
        aria-pressed={wanted === 'excluded'}
        onClick={() => onToggle('excluded')}
      />
    </li>
  )
}

function useValueName(facet: string, value: string): string {
  const { t } = useLingui()
  const names: Readonly<Record<string, string>> = {
    'is:unresolved': t`Unresolved`,
    'is:resolved': t`Resolved`,
    'is:ignored': t`Ignored`,
    'assigned:none': t`Nobody`,
    'assigned:me': t`Me`,
    'handled:yes': t`Handled`,
    'handled:no': t`Unhandled`,
  }
  return names[`${facet}:${value}`] ?? value
}
