import type { Start } from '@learnt/contract/session'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { prepareComponents, show } from '../testing/show.tsx'
import { LoginPage } from './LoginPage.tsx'

const start = (settings: Partial<Start['team']['settings']> = {}, more: Partial<Start> = {}): Start =>
  ({
    team: {
      id: 'learnt',
      tenantId: 'learnt',
      displayName: 'Learnt Academy',
      theme: { loggedOutLogo: '', loggedOutBackgroundImage: '' },
      authProviders: [],
      authMethods: [],
      termsAndConditionsUrl: 'https://terms.example',
      settings: {
        usernameTitleLabel: '',
        showSelfRegistration: false,
        showTermsConditions: false,
        showPersonalTermsConditions: false,
        personalTermsAndConditionsUrl: '',
        sessionConfig: { persistUserSession: true },
        ...settings,
      },
    },
    demoAccounts: [],
    ...more,
  }) as unknown as Start

const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const button = () => screen.getByRole('button', { name: 'Login' }) as HTMLButtonElement
const answer = (body: unknown, status: number) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(JSON.stringify(body), { status })),
  )

prepareComponents({ namespaces: ['common', 'session', 'providers'] })

describe('the sign-in page', () => {
  it('shows the team’s name as heading, and links to the forgotten password', () => {
    show(<LoginPage start={start()} onSignedIn={() => {}} />)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('LOGIN TO Learnt Academy')
    expect(screen.getByRole('link', { name: 'Forgot/Change Password' }).getAttribute('href')).toBe('/resetpassword')
    expect(screen.queryByText('Create an account')).toBeNull()
    expect(screen.queryByText('Terms and conditions')).toBeNull()
  })

  it('offers registration and terms only when the tenant does', () => {
    show(<LoginPage start={start({ showSelfRegistration: true, showTermsConditions: true })} onSignedIn={() => {}} />)
    expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe('/register')
    expect(screen.getByRole('link', { name: 'Terms and conditions' }).getAttribute('href')).toBe(
      'https://terms.example',
    )
  })

  it('disables the button until the form is right, and shows the reason at the field', () => {
    show(<LoginPage start={start()} onSignedIn={() => {}} />)
    expect(button().disabled).toBe(true)
    fill('Email', 'ada')
    fireEvent.blur(screen.getByLabelText('Email'))
    expect(screen.getByText('Min character length is 4')).toBeTruthy()
    fill('Email', 'ada@example.org')
    fill('Password', 'abcd')
    expect(button().disabled).toBe(false)
  })

  it('asks for the personal terms when they are on', () => {
    show(
      <LoginPage
        start={start({ showPersonalTermsConditions: true, personalTermsAndConditionsUrl: 'https://mine.example' })}
        onSignedIn={() => {}}
      />,
    )
    fill('Email', 'ada@example.org')
    fill('Password', 'abcd')
    expect(button().disabled).toBe(true)
    const box = screen.getByRole('checkbox', { name: /terms/ })
    fireEvent.click(box)
    expect(button().disabled).toBe(false)
    fireEvent.click(box)
    expect(screen.getByText('You must accept the terms and conditions')).toBeTruthy()
  })

  it('shows the server’s message at its field, and keeps what was typed', async () => {
    answer(
      {
        type: 'about:blank',
        title: 'No',
        status: 401,
        code: 'not-signed-in',
        errors: [{ path: 'body.username', message: 'username or password is incorrect' }],
      },
      401,
    )
    show(<LoginPage start={start()} onSignedIn={() => {}} />)
    fill('Email', 'ada@example.org')
    fill('Password', 'wrong')
    fireEvent.click(button())
    await screen.findByText('username or password is incorrect')
    expect((screen.getByLabelText('Email') as HTMLInputElement).value).toBe('ada@example.org')
    expect(document.activeElement).toBe(screen.getByLabelText('Email'))
  })

  it('goes on with the person that the server names', async () => {
    answer({ userId: 'u', roles: ['learner'] }, 200)
    const onSignedIn = vi.fn()
    show(
      <LoginPage
        start={start(
          {},
          { demoAccounts: [{ username: 'learner@learnt.example', role: 'learner', password: 'Learnt-demo-1' }] },
        )}
        onSignedIn={onSignedIn}
      />,
    )
    fireEvent.click(screen.getByRole('button', { name: /learner@learnt.example/ }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Keep me signed in on this device' }))
    fireEvent.click(button())
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith({ userId: 'u', roles: ['learner'] }))
    const [, request] = vi.mocked(fetch).mock.calls[0] ?? []
    const sent = JSON.parse(String(request?.body)) as object
    expect(sent).toMatchObject({
      username: 'learner@learnt.example',
      password: 'Learnt-demo-1',
      persistUserSession: true,
      team: 'learnt',
    })
  })
})

describe('the other ways of signing in', () => {
  const provider = { id: 'one', name: 'Acme ID', color: '#0b57d0', kind: 'oidc' }
  const offering = (authMethods: string[], authProviders: object[]) => {
    const plain = start()
    return { ...plain, team: { ...plain.team, authMethods, authProviders } } as never as Start
  }

  it('have a button each, in a readable colour, when the team accepts them', () => {
    const light = { ...provider, id: 'two', name: 'Pale', color: '#ffee88' }
    const other = { ...provider, id: 'three', name: 'SAML', kind: 'saml' }
    show(<LoginPage start={offering(['password', 'sso'], [provider, light, other])} onSignedIn={() => {}} />)
    const dark = screen.getByRole('button', { name: 'Log in with Acme ID' })
    expect(dark.style.getPropertyValue('--on-own')).toBe('#ffffff')
    expect(screen.getByRole('button', { name: 'Log in with Pale' }).style.getPropertyValue('--on-own')).toBe('#000000')
    expect(screen.queryByRole('button', { name: 'Log in with SAML' })).toBeNull()
  })

  it('stand alone when the team accepts no password', () => {
    show(<LoginPage start={offering(['sso'], [provider])} onSignedIn={() => {}} />)
    expect(screen.queryByLabelText('Password')).toBeNull()
    expect(screen.getByRole('button', { name: 'Log in with Acme ID' })).toBeTruthy()
  })

  it('say “Loading...” while leaving, and return with the error at its field', async () => {
    answer(
      {
        status: 422,
        code: 'invalid-input',
        title: 'x',
        errors: [{ path: 'body.username', message: 'This sign-in method is not available here.' }],
      },
      422,
    )
    show(<LoginPage start={offering(['password', 'sso'], [provider])} onSignedIn={() => {}} />)
    fireEvent.click(screen.getByRole('button', { name: 'Log in with Acme ID' }))
    expect(screen.getByText('Loading...')).toBeTruthy()
    await waitFor(() => expect(screen.getByText('This sign-in method is not available here.')).toBeTruthy())
    expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true')
  })

  it('show the embedded form, disabled until it is filled in, and lead back to the e-mail form', async () => {
    const okta = { ...provider, name: 'Okta', kind: 'okta' }
    show(<LoginPage start={offering(['password', 'widget'], [okta])} onSignedIn={() => {}} />)
    fireEvent.click(screen.getByRole('button', { name: 'Log in with Okta' }))
    await waitFor(() => expect(screen.getByLabelText('User name at Okta')).toBeTruthy())
    const send = screen.getByRole('button', { name: 'Log in with Okta' }) as HTMLButtonElement
    expect(send.disabled).toBe(true)
    fill('User name at Okta', 'pat')
    fill('Password at Okta', 'secret')
    expect(send.disabled).toBe(false)
    fireEvent.click(screen.getByRole('button', { name: 'Log in with email' }))
    expect(screen.getByLabelText('Email')).toBeTruthy()
  })

  it('go on to registration with what the provider says about the person', () => {
    const onRegister = vi.fn()
    const open = offering(['password', 'facebook'], [])
    open.team.settings.showSelfRegistration = true
    show(<LoginPage start={open} onSignedIn={() => {}} onRegister={onRegister} />)
    expect(fireEvent.click(screen.getByRole('link', { name: 'Create an account' }))).toBe(false)
    expect(onRegister).toHaveBeenCalledOnce()
  })

  it('show for 25 seconds that the person must enter their password once', () => {
    vi.useFakeTimers()
    show(
      <LoginPage
        start={offering(['password', 'facebook'], [])}
        info={{ text: 'Please log in once', username: 'pat@example.org' }}
        onSignedIn={() => {}}
      />,
    )
    expect((screen.getByLabelText('Email') as HTMLInputElement).value).toBe('pat@example.org')
    act(() => void vi.advanceTimersByTime(24_000))
    expect(screen.getByText('Please log in once')).toBeTruthy()
    act(() => void vi.advanceTimersByTime(1500))
    expect(screen.queryByText('Please log in once')).toBeNull()
  })
})
