import type { Start } from '@learnt/contract/session'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
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

prepareComponents({ namespaces: ['common', 'session'] })
afterEach(() => vi.unstubAllGlobals())

describe('the sign-in page', () => {
  it('is headed by the team’s name and links to the forgotten password', () => {
    show(<LoginPage start={start()} onSignedIn={() => {}} />)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('LOGIN TO Learnt Academy')
    expect(screen.getByRole('link', { name: 'Forgot/Change Password' }).getAttribute('href')).toBe('/resetpassword')
    expect(screen.queryByText('Create an account')).toBeNull()
    expect(screen.queryByText('Terms and conditions')).toBeNull()
  })

  it('offers registration and terms only where the tenant does', () => {
    show(<LoginPage start={start({ showSelfRegistration: true, showTermsConditions: true })} onSignedIn={() => {}} />)
    expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe('/register')
    expect(screen.getByRole('link', { name: 'Terms and conditions' }).getAttribute('href')).toBe(
      'https://terms.example',
    )
  })

  it('keeps the button off until the form is right, and says why at the field', () => {
    show(<LoginPage start={start()} onSignedIn={() => {}} />)
    expect(button().disabled).toBe(true)
    fill('Email', 'ada')
    fireEvent.blur(screen.getByLabelText('Email'))
    expect(screen.getByText('Min character length is 4')).toBeTruthy()
    fill('Email', 'ada@example.org')
    fill('Password', 'abcd')
    expect(button().disabled).toBe(false)
  })

  it('asks for the personal terms where they are on', () => {
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

  it('shows the server’s words at the field that they are about, and keeps what was typed', async () => {
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

  it('goes on with the person whom the server names', async () => {
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
