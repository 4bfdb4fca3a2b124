import { useState } from 'react'
import { ConfirmButton } from '#ui/feedback/confirm-button.tsx'
import { CodeField } from '#ui/forms/code-field.tsx'
import { LinkExpiry } from '#product/shares/link-expiry.tsx'
import { ReadOnlyFields } from '#ui/forms/read-only-fields.tsx'
import { NewPasswordField } from '#ui/forms/new-password-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Specimen, State } from './specimen.tsx'

const nothing = () => Promise.resolve()

export function AccessShelf() {
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  return (
    <>
      <Specimen name="ConfirmButton" note="For what cannot be taken back. A double click keeps everything.">
        <ConfirmButton
          word="Remove"
          label="Remove Ada"
          consequence="Signs them out everywhere."
          confirm="Remove now"
          keep="Keep"
          onConfirm={nothing}
        />
      </Specimen>
      <Specimen name="CodeField" note="Six digits; phones bring their number pad and offer the code.">
        <CodeField label="Authentication code" value={code} onChange={setCode} />
      </Specimen>
      <Specimen name="NewPasswordField" note="A password that somebody makes up here.">
        <NewPasswordField label="New password" value={password} onChange={setPassword} />
      </Specimen>
      <Specimen name="LinkExpiry" note="Until when a public link works.">
        <LinkExpiry expiresAt="2026-12-24T12:00:00.000Z" />
        <LinkExpiry expiresAt={null} />
      </Specimen>
      <Specimen name="ReadOnlyFields" note="What somebody may read but not change.">
        <State name="at rest" wide>
          <ReadOnlyFields allowed={false} why="Your role doesn’t allow you to change this.">
            <TextField label="Name" defaultValue="Web shop" />
          </ReadOnlyFields>
        </State>
      </Specimen>
    </>
  )
}
