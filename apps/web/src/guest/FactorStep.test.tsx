import type { FactorStep as Step } from '@learnt/contract/factors'
import type { Team } from '@learnt/contract/session'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { prepareComponents, show } from '../testing/show.tsx'
import { FactorStep } from './FactorStep.tsx'

const team = {
  id: 'learnt',
  tenantId: 'learnt',
  displayName: 'Learnt Academy',
  theme: { loggedOutLogo: '', loggedOutBackgroundImage: '' },
} as unknown as Team
const open: Step = {
  methods: ['authenticator', 'recoveryCode'],
  mustSetUp: false,
  setUpBy: [],
  remembersPasskey: true,
  passkeyHosts: [],
  triesLeft: 5,
  expiresAt: '2026-11-21T09:10:00.000Z',
}

interface Sent {
  url: string
  method: string
  body: unknown
}

/** Answers the requests of the step in this order. */
function serve(...answers: [status: number, body: unknown][]): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string, request: RequestInit) => {
      sent.push({ url, method: request.method ?? '', body: request.body ? JSON.parse(String(request.body)) : null })
      const [status, body] = answers.shift() ?? [204, null]
      return new Response(status === 204 ? null : JSON.stringify(body), { status })
    }),
  )
  return sent
}
const refusal = (code: string, errors: object[] = []) => ({ type: 'about:blank', title: 'No', status: 0, code, errors })
const submit = () => screen.getByRole('button', { name: 'Sign in' }) as HTMLButtonElement

prepareComponents({ namespaces: ['common', 'session', 'factors'] })

describe('the second step', () => {
  it('sends the code with the choice to remember the browser, and passes on who signed in', async () => {
    const sent = serve([200, open], [200, { userId: 'u' }])
    const onSignedIn = vi.fn()
    show(<FactorStep team={team} onSignedIn={onSignedIn} onBack={() => {}} />)
    const field = await screen.findByLabelText('Code from your authenticator app')
    expect(submit().disabled).toBe(true)
    fireEvent.change(field, { target: { value: '123 456' } })
    fireEvent.click(screen.getByRole('checkbox', { name: 'Do not ask on this device for 30 days' }))
    fireEvent.click(submit())
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith({ userId: 'u' }))
    expect(sent[1]).toMatchObject({ method: 'POST', body: { code: '123 456', rememberDevice: true } })
  })

  it('shows an error at the field, empties it and keeps the focus there', async () => {
    const errors = [{ path: 'body.code', message: 'This code is not right.', code: 'wrongCode' }]
    serve([200, open], [422, refusal('invalid-input', errors)])
    show(<FactorStep team={team} onSignedIn={() => {}} onBack={() => {}} />)
    const field = (await screen.findByLabelText('Code from your authenticator app')) as HTMLInputElement
    fireEvent.change(field, { target: { value: '000000' } })
    fireEvent.click(submit())
    await screen.findByText('This code is not right.')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(field.value).toBe('')
    expect(document.activeElement).toBe(field)
  })

  it('offers the other ways, except those that this browser does not support', async () => {
    const sent = serve([200, { ...open, methods: ['authenticator', 'passkey', 'recoveryCode'] }], [200, {}])
    show(<FactorStep team={team} onSignedIn={() => {}} onBack={() => {}} />)
    fireEvent.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
    fireEvent.change(screen.getByLabelText('Recovery code'), { target: { value: 'abcd-efgh-jkmn' } })
    fireEvent.click(submit())
    await waitFor(() => expect(sent[1]?.body).toEqual({ recoveryCode: 'abcd-efgh-jkmn', rememberDevice: false }))
  })

  it('returns to the password, with the reason when time is up, and without one when the person gives up', async () => {
    serve([409, refusal('wrong-state')])
    const onBack = vi.fn()
    show(<FactorStep team={team} onSignedIn={() => {}} onBack={onBack} />)
    await waitFor(() => expect(onBack).toHaveBeenCalledWith(expect.stringContaining('sign in again')))
    const sent = serve([200, open])
    show(<FactorStep team={team} onSignedIn={() => {}} onBack={onBack} />)
    fireEvent.click(await screen.findByRole('button', { name: 'Back to login' }))
    expect(onBack).toHaveBeenLastCalledWith()
    await waitFor(() => expect(sent[1]).toMatchObject({ method: 'DELETE' }))
  })

  it('makes a person without a factor set one up, and shows the recovery codes before going on', async () => {
    const recoveryCodes = Array.from({ length: 10 }, (_, index) => `AAAA-BBBB-CC${index}`)
    serve(
      [200, { ...open, methods: [], mustSetUp: true, setUpBy: ['authenticator', 'passkey'] }],
      [200, { address: 'otpauth://totp/Learnt:ada?secret=ABCD', key: 'ABCD EFGH' }],
      [200, { me: { userId: 'u' }, recoveryCodes }],
    )
    const onSignedIn = vi.fn()
    show(<FactorStep team={team} onSignedIn={onSignedIn} onBack={() => {}} />)
    fireEvent.click(await screen.findByRole('button', { name: /Use an authenticator app/ }))
    await screen.findByRole('img', { name: 'QR code for the authenticator app' })
    expect(screen.getByText('ABCD EFGH')).toBeTruthy()
    fireEvent.change(screen.getByLabelText('Code from your authenticator app'), { target: { value: '123456' } })
    fireEvent.click(screen.getByRole('button', { name: 'Confirm and continue' }))
    expect(await screen.findByText('AAAA-BBBB-CC9')).toBeTruthy()
    expect(onSignedIn).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('checkbox'))
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
    expect(onSignedIn).toHaveBeenCalledWith({ userId: 'u' })
  })

  it('offers people in several organisations a passkey alone, and says so when the browser has none', async () => {
    const wanting = { ...open, methods: [], mustSetUp: true, setUpBy: ['passkey'] }
    serve([200, wanting], [200, wanting])
    const { unmount } = show(<FactorStep team={team} onSignedIn={() => {}} onBack={() => {}} />)
    expect(await screen.findByText(/This browser does not support passkeys/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /authenticator app/ })).toBeNull()
    unmount()
    vi.stubGlobal('isSecureContext', true)
    vi.stubGlobal('PublicKeyCredential', class {})
    show(<FactorStep team={team} onSignedIn={() => {}} onBack={() => {}} />)
    expect(await screen.findByRole('button', { name: /Use a passkey/ })).toBeTruthy()
    expect(screen.getByText(/works only for this one/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /authenticator app/ })).toBeNull()
  })
})
