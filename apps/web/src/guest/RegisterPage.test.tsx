import type { Start } from '@learnt/contract/session'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { prepareComponents, show } from '../testing/show.tsx'
import { AccountLinkPage } from './AccountLinkPage.tsx'
import { RegisterPage } from './RegisterPage.tsx'

const start = (settings: Partial<Start['team']['settings']> = {}): Start =>
  ({
    me: null,
    team: {
      id: 'learnt',
      tenantId: 'learnt',
      displayName: 'Learnt Academy',
      theme: { loggedOutLogo: '', loggedOutBackgroundImage: '' },
      termsAndConditionsUrl: 'https://terms.example',
      settings: {
        showSelfRegistration: true,
        showTermsConditions: true,
        showPersonalTermsConditions: false,
        personalTermsAndConditionsUrl: '',
        passwordRules: { minLength: 8, upper: false, lower: false, digit: false, special: false },
        ...settings,
      },
    },
  }) as unknown as Start

const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const button = () => screen.getByRole('button', { name: 'Create an account' }) as HTMLButtonElement
const fillAll = () => {
  fill('First name', 'Noor')
  fill('Last name', 'Newcomer')
  fill('Email', 'noor@learnt.example')
  fill('Phone', '+44 1632 960123')
  fill('Password', 'Another-horse')
}
const answer = (body: unknown, status = 200) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(JSON.stringify(body), { status })),
  )

prepareComponents({ namespaces: ['common', 'session', 'accounts'] })

describe('the page to register on', () => {
  it('has its heading, the link back and the terms; its button is enabled when the form meets the tenant’s rules', () => {
    show(
      <RegisterPage
        start={start({ passwordRules: { ...start().team.settings.passwordRules, digit: true } })}
        onSignedIn={() => {}}
      />,
    )
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('CREATE AN ACCOUNT')
    expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login')
    expect(screen.getByRole('link', { name: 'Terms and conditions' }).getAttribute('href')).toBe(
      'https://terms.example',
    )
    expect((screen.getByLabelText('Phone') as HTMLInputElement).required).toBe(true)
    const missing = (fields: string) =>
      expect(screen.getByText(`To create the account, fill in: ${fields}`)).toBeTruthy()
    missing('First name, Last name, Email, Phone, and Password')
    fillAll()
    expect(button().disabled).toBe(true)
    missing('Password')
    expect(screen.getByText('Still needed: a digit')).toBeTruthy()
    fill('Password', 'Another-horse-43')
    expect(button().disabled).toBe(false)
    fill('Email', 'noor')
    expect(button().disabled).toBe(true)
    missing('Email')
  })

  it('shows the server’s message at its field, and only refers to the mail when the server may not say more', async () => {
    const { unmount } = show(<RegisterPage start={start()} onSignedIn={() => {}} />)
    fillAll()
    answer(
      {
        code: 'invalid-input',
        status: 422,
        title: 'x',
        errors: [{ path: 'body.email', message: 'The email has been already registered.' }],
      },
      422,
    )
    fireEvent.click(button())
    await screen.findByText('The email has been already registered.')
    expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true')
    unmount()

    show(<RegisterPage start={start()} onSignedIn={() => {}} />)
    fillAll()
    answer({ outcome: 'mailed' })
    fireEvent.click(button())
    await screen.findByRole('heading', { name: 'Check your email' })
    expect(screen.getByText(/noor@learnt.example/)).toBeTruthy()
  })

  it('is closed when the tenant offers no registration, and asks for the terms when the tenant requires them', () => {
    const { unmount } = show(<RegisterPage start={start({ showSelfRegistration: false })} onSignedIn={() => {}} />)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Registration is closed')
    expect(screen.queryByRole('button', { name: 'Create an account' })).toBeNull()
    unmount()
    show(<RegisterPage start={start({ showPersonalTermsConditions: true })} onSignedIn={() => {}} />)
    fillAll()
    expect(button().disabled).toBe(true)
    expect(screen.queryByRole('link', { name: 'terms and conditions' })).toBeNull()
    fireEvent.click(screen.getByRole('checkbox'))
    expect(button().disabled).toBe(false)
  })
})

describe('the page that mails link to', () => {
  const code = 'c'.repeat(43)

  it.each([
    ['used', 'This link has already been used'],
    ['expired', 'This link has expired'],
    ['unknown', 'This link is not valid'],
  ])('says that a link is %s, with a way to a new one', async (state, heading) => {
    answer({ state, kind: state === 'unknown' ? null : 'resetPassword', email: '' })
    show(<AccountLinkPage start={start()} code={code} mode="resetPassword" />)
    await screen.findByRole('heading', { name: heading })
    expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe('/resetpassword')
  })

  it('uses a link up only by the button', async () => {
    answer({ state: 'open', kind: 'verifyEmail', email: 'noor@learnt.example' })
    show(<AccountLinkPage start={start()} code={code} mode="verifyEmail" />)
    const confirm = await screen.findByRole('button', { name: 'Confirm the address' })
    const methods = () => vi.mocked(fetch).mock.calls.map(([, request]) => request?.method)
    expect(methods().every((method) => method === 'GET')).toBe(true)
    answer({ kind: 'verifyEmail', email: 'noor@learnt.example', firstName: 'Noor' })
    fireEvent.click(confirm)
    await screen.findByRole('heading', { name: 'Your address is confirmed' })
    await waitFor(() => expect(methods()).toEqual(['POST']))
  })

  it('asks for the password without a session, and shows at the field that it is wrong', async () => {
    answer({ state: 'open', kind: 'register', email: 'noor@learnt.example', asksPassword: true })
    show(<AccountLinkPage start={start()} code={code} mode="register" />)
    const password = await screen.findByLabelText('Password')
    const confirm = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm and create the account' })
    expect(confirm().disabled).toBe(true)
    fireEvent.change(password, { target: { value: 'Not-this-one-9' } })
    const errors = [{ path: 'body.password', message: 'The password is not right.', code: 'wrongPassword' }]
    answer({ code: 'invalid-input', status: 422, title: 'x', errors }, 422)
    fireEvent.click(confirm())
    expect((await screen.findByRole('alert')).textContent).toBe('The password is not right.')
    expect((password as HTMLInputElement).value).toBe('Not-this-one-9')
    expect(document.activeElement).toBe(password)
    answer({ kind: 'register', email: 'noor@learnt.example', firstName: 'Noor' })
    fireEvent.click(confirm())
    await screen.findByRole('heading', { name: 'Account created successfully' })
    const [, request] = vi.mocked(fetch).mock.calls.at(-1) ?? []
    expect(JSON.parse(String(request?.body))).toEqual({ password: 'Not-this-one-9' })
  })

  it('asks again when the server did not answer', async () => {
    answer({ code: 'unavailable', status: 503, title: 'x' }, 503)
    show(<AccountLinkPage start={start()} code={code} mode="resetPassword" />)
    const retry = await screen.findByRole('button', { name: 'Try again' })
    answer({ state: 'open', kind: 'resetPassword', email: 'noor@learnt.example' })
    fireEvent.click(retry)
    await screen.findByRole('button', { name: 'Set the new password' })
  })
})
