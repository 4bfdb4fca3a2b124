import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { useScreenshot, type Reading } from './use-screenshot.ts'

/** A screenshot is what support has in hand: the number on it need not be typed. */
export function ScreenshotField({ onText }: { readonly onText: (text: string) => void }) {
  const { t } = useLingui()
  const { reading, read } = useScreenshot(onText)
  const id = useId()
  return (
    <div className="grid gap-2 rounded-panel border border-dashed border-line-strong px-3 py-2.5">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
        <label
          htmlFor={id}
          className="min-h-6 cursor-pointer rounded-control font-strong text-accent hover:underline has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          <Trans>Choose a screenshot</Trans>
          <input
            id={id}
            type="file"
            accept="image/*"
            className="sr-only"
            onChange={({ target }) => {
              const [file] = target.files ?? []
              // The same file may be chosen again.
              target.value = ''
              if (file !== undefined) void read(file)
            }}
          />
        </label>
        <span>
          <Trans>or drop or paste it here. It is read in your browser and not sent anywhere.</Trans>
        </span>
      </p>
      {reading.state === 'reading' && (
        <progress
          className="h-1.5 w-full accent-accent"
          aria-label={t`Reading the screenshot`}
          value={reading.share}
        />
      )}
      <p role="status" className="text-muted empty:hidden">
        <Told reading={reading} />
      </p>
    </div>
  )
}

function Told({ reading }: { readonly reading: Reading }) {
  if (reading.state === 'idle') return null
  if (reading.state === 'reading') return <Trans>Reading the screenshot…</Trans>
  if (reading.why === 'not_an_image') return <Trans>This file is not an image.</Trans>
  if (reading.why === 'unreadable')
    return <Trans>The image could not be read. Type the number instead.</Trans>
  return <Trans>No digest or ID was found in the image. Type the number instead.</Trans>
}
