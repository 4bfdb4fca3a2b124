import { NewSecret } from '../../ui/new-secret.tsx'
import { PlacesBar } from '../../ui/places-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { LONG, Specimen, State } from './specimen.tsx'

const nothing = () => undefined
const PLACES = [
  { to: '/alerts', name: 'Alerts' },
  { to: '/alerts/channels', name: 'Channels' },
] as const

export function PartsShelf() {
  return (
    <>
      <Specimen
        name="PlacesBar"
        note="The header line of screens that belong together; its title is the h1, here as text."
      >
        <State name="with an action" wide>
          <div inert>
            <PlacesBar
              title={<span>Alerts</span>}
              label="Alerts and channels"
              places={PLACES}
              actions={<Button>New alert</Button>}
            />
          </div>
        </State>
      </Specimen>
      <Specimen name="NewSecret" note="Takes the focus when it appears, so it cannot be used here.">
        <State name="rest" wide>
          <div inert>
            <NewSecret
              secret="hc_0123456789abcdef"
              label="The new token"
              title="Copy the token CI now"
              copies="token CI"
              onDone={nothing}
            >
              {LONG}
            </NewSecret>
          </div>
        </State>
      </Specimen>
    </>
  )
}
