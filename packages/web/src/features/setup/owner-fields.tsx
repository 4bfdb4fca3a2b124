import { TextField } from '../../ui/text-field.tsx'
import { SHORTEST_PASSWORD, type OwnerForm } from './create-owner.ts'

interface Props {
  readonly form: OwnerForm
  readonly faults: Readonly<Record<string, string>>
}

export function OwnerFields({ form, faults }: Props) {
  return (
    <>
      <h2>You</h2>
      <TextField label="Name" name="name" autoComplete="name" defaultValue={form.name} />
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        required
        defaultValue={form.email}
        fault={faults['email']}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        required
        defaultValue={form.password}
        hint={`${SHORTEST_PASSWORD} characters or more. Pasting and password managers work.`}
        fault={faults['password']}
      />
      <h2>Your first project</h2>
      <TextField
        label="Project name"
        name="project"
        required
        maxLength={64}
        autoComplete="off"
        placeholder="web-shop"
        defaultValue={form.project}
        fault={faults['project']}
      />
    </>
  )
}
