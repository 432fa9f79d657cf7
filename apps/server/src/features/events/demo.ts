import { type EventContent, type EventSession, newEvent } from '@learnt/contract/events/content'
import type { SeedDemo } from '../../platform/feature.ts'
import { newId } from '../../platform/ids.ts'
import { type DemoEvent, seedEvents } from './commands/seed-events.ts'
import { localOf } from './times.ts'

const zone = 'Europe/Berlin'
const day = 86_400_000

/** Events of each tenant: coming and past, full with a waiting list, without a date, with approval, cancelled. */
export const seedDemo: SeedDemo = (ctx, tx) => seedEvents(ctx, tx, eventsAround(ctx.now))

function eventsAround(now: Date): DemoEvent[] {
  const session = (days: number, from: string, to: string, of: Partial<EventSession> = {}): EventSession => {
    const date = localOf(new Date(now.getTime() + days * day), zone).slice(0, 10)
    return {
      id: newId(),
      title: '',
      start: `${date}T${from}`,
      end: `${date}T${to}`,
      roomId: null,
      address: '',
      joinUrl: '',
      facilitators: [],
      ...of,
    }
  }
  const event = (title: string, description: string, of: Partial<EventContent>): EventContent => ({
    ...newEvent({ title, timeZone: zone, category: 'Workshops' }),
    description,
    tags: ['Training'],
    ...of,
  })
  return [
    {
      pictureOf: 'First aid basics',
      content: ({ roomId, trainerId }) =>
        event(
          'First aid refresher',
          'Practise resuscitation and first aid with our trainer. Wear comfortable clothes.',
          {
            sessions: [session(9, '09:00', '12:30')],
            roomId,
            facilitators: [trainerId],
            capacity: { min: 4, max: 6 },
            waiting: { hasList: true, offerHours: 24, cutOffHours: 24 },
            cancelHours: 48,
          },
        ),
      people: [
        'wait',
        'register',
        'register',
        'register',
        'register',
        'register',
        'register',
        'wait',
        'wait',
        'cancel',
      ],
    },
    {
      pictureOf: 'Using Learnt',
      content: ({ otherRoomId, trainerId }) =>
        event('Welcome day', 'Meet your colleagues, hear how we work, and see the house.', {
          place: 'both',
          sessions: [
            session(23, '09:30', '16:00', { title: 'Who we are' }),
            session(24, '09:30', '13:00', { title: 'How we work' }),
          ],
          roomId: otherRoomId,
          joinUrl: 'https://meet.example/welcome',
          facilitators: [trainerId],
          capacity: { min: 5, max: 40 },
        }),
      people: ['register', 'register', 'register', 'register', 'cancel'],
      reserved: 3,
    },
    {
      pictureOf: 'Manual handling: lifting and carrying',
      content: ({ trainerId }) =>
        event('Ask the trainer: safe lifting', 'Four short talks online. Bring your questions.', {
          place: 'virtual',
          sessions: [-5, 2, 9, 16].map((days) => session(days, '13:00', '13:45')),
          joinUrl: 'https://meet.example/lifting',
          facilitators: [trainerId],
          join: { minutes: 15, counts: true },
          registration: { opens: null, closes: null, approval: 'none' },
          attendance: { rule: 'some', count: 3 },
        }),
      people: ['register', 'register', 'register', 'register', 'register'],
      marks: ['attended', 'attended', 'late', 'not attended', null],
    },
    {
      pictureOf: 'Fire safety at work',
      content: ({ roomId, trainerId }) =>
        event('Fire warden training', 'What a fire warden does, and how to lead people out.', {
          sessions: [session(-18, '10:00', '15:00')],
          roomId,
          facilitators: [trainerId],
          capacity: { min: 3, max: 12 },
        }),
      people: ['register', 'register', 'register', 'register', 'register', 'register'],
      marks: ['attended', 'attended', 'attended', 'late', 'not attended', 'not attended'],
    },
    {
      pictureOf: 'Customer conversations',
      content: ({ roomId, trainerId }) =>
        event('Customer conversations workshop', 'A day of role plays with feedback.', {
          sessions: [session(31, '09:00', '17:00')],
          roomId,
          facilitators: [trainerId],
          capacity: { min: 6, max: 12 },
          registration: { opens: null, closes: null, approval: 'manager' },
        }),
      people: ['register', 'register', 'ask', 'ask'],
    },
    {
      pictureOf: 'New manager essentials',
      content: () =>
        event('Leadership circle', 'A round table for everybody who leads people. Tell us if you would come.', {}),
      people: [],
      interested: 4,
    },
    {
      content: ({ otherRoomId }) =>
        event('Summer safety day', 'Stations about safety around the house.', {
          sessions: [session(12, '13:00', '17:00')],
          roomId: otherRoomId,
        }),
      people: ['register', 'register', 'register'],
      cancelled: 'The trainers are ill. A new date follows.',
    },
  ]
}
