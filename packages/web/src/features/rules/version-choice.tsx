import { Trans, useLingui } from '@lingui/react/macro'
import { Segmented } from '#ui/forms/segmented.tsx'
import type { GroupingChoice } from './use-save-rules.ts'

type Version = GroupingChoice['groupingVersion']

interface Props {
  readonly version: Version
  readonly readOnly: boolean
  readonly onChoose: (version: Version) => void
}

/** Which version groups new events. The trial beside it shows what another one makes of the recent ones. */
export function VersionChoice({ version, readOnly, onChoose }: Props) {
  const { t } = useLingui()
  return (
    <div className="grid justify-items-start gap-1.5">
      {!readOnly && (
        <Segmented
          label={t`Grouping version`}
          choices={[
            { id: '3', name: t`Version 3` },
            { id: '4', name: t`Version 4` },
          ]}
          chosen={String(version)}
          onChoose={(id) => onChoose(id === '4' ? 4 : 3)}
        />
      )}
      <p className="max-w-prose text-meta text-subtle">
        {version === 4 ? (
          <Trans>
            Version 4 groups languages other than JavaScript by root cause, place and source line. JavaScript
            is grouped as before.
          </Trans>
        ) : (
          <Trans>
            Version 3 groups every language by the type and the innermost functions. Choose version 4 to see
            what it would change before you save.
          </Trans>
        )}
      </p>
    </div>
  )
}
