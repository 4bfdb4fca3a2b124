import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { canUsePasskeys, isCancelled, offersQuietly, signInWithPasskey } from '#product/session/passkeys.ts'
import { Button } from '#ui/base/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'

/** For those who have one; the browser also offers it among the suggestions of the e-mail field. */
export function PasskeyButton({ onDone }: { readonly onDone: () => void }) {
  const { t } = useLingui()
  const [failed, setFailed] = useState(false)
  const quiet = useQuietOffer(onDone)
  if (!canUsePasskeys()) return null
  const signIn = async () => {
    quiet.current?.abort()
    try {
      await signInWithPasskey(false)
      onDone()
    } catch (error) {
      setFailed(!isCancelled(error))
    }
  }
  return (
    <>
      {failed && <Notice tone="error" title={t`This passkey didn’t work. Use your password instead.`} />}
      <Button icon="key" className="min-h-8" onClick={() => void signIn()}>
        <Trans>Sign in with a passkey</Trans>
      </Button>
    </>
  )
}

/** Only one question to the authenticator can be open, so the button ends the quiet one. */
function useQuietOffer(onDone: () => void) {
  const quiet = useRef<AbortController>(undefined)
  const done = useRef(onDone)
  done.current = onDone
  useEffect(() => {
    const controller = new AbortController()
    quiet.current = controller
    const offer = async () => {
      if (!(await offersQuietly()) || controller.signal.aborted) return
      await signInWithPasskey(true, controller.signal)
      done.current()
    }
    // Started without a click, so failures are silent; the button and the form still work.
    offer().catch(() => undefined)
    return () => controller.abort()
  }, [])
  return quiet
}
