import type { PageNotes } from '../../testing/screens.ts'

export const notes: PageNotes = {
  '/register': { remark: 'where the tenant offers it; says so where it does not' },
  '/callback': { remark: 'sign-in providers return here' },
  '/callback/:providerId': { remark: 'one provider returns here' },
  '/change-password': { remark: 'the link in a mail opens it, signed in or not' },
  '/action': { remark: 'links in mails, with `mode=resetPassword` or `mode=verifyEmail`' },
  '/auth/admin-role-example': { remark: 'while the demonstration is on' },
  '/auth/staff-role-example': { remark: 'while the demonstration is on' },
  '/auth/guest-role-example': { remark: 'while the demonstration is on' },
}
