import { type DeclaredPage, guestPage, page, redirect } from '../../routes/declared-page.ts'

export const session: readonly DeclaredPage[] = [
  redirect('/', 'any', 'start', '/teams'),
  page('/teams', 'signed-in', 'teams', () => import('./TeamsPage.tsx'), ['session'], { chrome: 'bare' }),
  page('/logout', 'signed-in', 'logout', () => import('./LogoutPage.tsx'), ['session'], {
    chrome: 'bare',
    icon: 'logout',
  }),
  guestPage('/login', 'login'),
  guestPage('/register', 'register'),
  guestPage('/callback', 'callback'),
  guestPage('/callback/:providerId', 'callback'),
  guestPage('/resetpassword', 'resetPassword'),
  // links of mails work signed in and signed out (readings, "Links of /action")
  guestPage('/change-password', 'changePassword', 'any'),
  guestPage('/action', 'action', 'any'),
  guestPage('/first-run/:code', 'firstRun'),
  // examples of the role rules, whenever the demonstration is on
  page('/auth/admin-role-example', 'admin', 'adminRoleExample', 'RoleExamplePage', ['session']),
  page('/auth/staff-role-example', 'staff', 'staffRoleExample', 'RoleExamplePage', ['session']),
  guestPage('/auth/guest-role-example', 'guestRoleExample'),
]
