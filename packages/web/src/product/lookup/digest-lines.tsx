import { useLingui } from '@lingui/react/macro'
import { CodeFile } from '#ui/forms/code-file.tsx'
import { CopyField } from '#ui/forms/copy-field.tsx'

const LINES = [
  `import { digestIntegration } from '@hindcast/next'`,
  ``,
  `Sentry.init({`,
  `  // …`,
  `  integrations: [digestIntegration()],`,
  `})`,
  ``,
].join('\n')

/** What makes the number on an error page arrive, and the file that it belongs into. */
export function DigestLines({ file }: { readonly file: string }) {
  const { t } = useLingui()
  return (
    <>
      <CopyField value="npm i @hindcast/next" label={t`install command`} />
      <CodeFile name={file} text={LINES} />
    </>
  )
}
