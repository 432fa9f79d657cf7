import type { DemoRole, DemoStatus, DemoTenantId } from './shapes.ts'

/** A unit of a company with one manager, and what its people have in common. */
export interface Unit {
  teamId: string
  loc1: string
  loc2: string
  div1: string
  div2?: string
  timeZone: string
  /** Name groups and their weights. */
  from: [string, number][]
  positions: [string, number][]
  lead: string
  /** Share of the tenant's learners. */
  share: number
}

export interface Account {
  role: DemoRole
  firstName: string
  lastName: string
  /** Index of the unit. */
  unit: number
  position: string
  /** A second team, to show switching. */
  alsoIn?: [teamId: string, roles: DemoRole[]]
}

export interface Company {
  learners: number
  idPrefix: string
  contracts: [string, number][]
  shifts?: [string, number][]
  units: Unit[]
  accounts: [Account, Account, Account, Account]
  /** How many of the learners are inactive. */
  away: [DemoStatus, number][]
}

export const companies: Record<DemoTenantId, Company> = {
  learnt: {
    learners: 100,
    idPrefix: 'LA',
    contracts: [
      ['Permanent', 8],
      ['Fixed term', 2],
      ['Volunteer', 1],
    ],
    units: [
      {
        teamId: 'learnt',
        loc1: 'Europe',
        loc2: 'Lisbon',
        div1: 'Customer success',
        timeZone: 'Europe/Lisbon',
        from: [
          ['iberian', 5],
          ['british', 2],
          ['nordic', 2],
          ['african', 2],
          ['french', 1],
        ],
        positions: [
          ['Customer adviser', 6],
          ['Senior adviser', 3],
          ['Trainer', 2],
        ],
        lead: 'Team lead',
        share: 17,
      },
      {
        teamId: 'learnt',
        loc1: 'Europe',
        loc2: 'Lisbon',
        div1: 'Product',
        timeZone: 'Europe/Lisbon',
        from: [
          ['iberian', 4],
          ['slavic', 2],
          ['southAsian', 2],
          ['eastAsian', 1],
        ],
        positions: [
          ['Designer', 3],
          ['Engineer', 6],
          ['Writer', 2],
        ],
        lead: 'Team lead',
        share: 14,
      },
      {
        teamId: 'learnt',
        loc1: 'Europe',
        loc2: 'Dublin',
        div1: 'Sales',
        timeZone: 'Europe/Dublin',
        from: [
          ['british', 5],
          ['slavic', 2],
          ['iberian', 1],
          ['french', 1],
        ],
        positions: [
          ['Account manager', 5],
          ['Sales adviser', 4],
        ],
        lead: 'Team lead',
        share: 13,
      },
      {
        teamId: 'learnt',
        loc1: 'Europe',
        loc2: 'Dublin',
        div1: 'Finance and people',
        timeZone: 'Europe/Dublin',
        from: [
          ['british', 4],
          ['turkish', 2],
          ['nordic', 1],
        ],
        positions: [
          ['Accountant', 3],
          ['People partner', 3],
          ['Payroll clerk', 2],
        ],
        lead: 'Team lead',
        share: 9,
      },
      {
        teamId: 'learnt',
        loc1: 'Middle East',
        loc2: 'Amman',
        div1: 'Customer success',
        timeZone: 'Asia/Amman',
        from: [['arabic', 1]],
        positions: [
          ['Customer adviser', 5],
          ['Trainer', 3],
        ],
        lead: 'Team lead',
        share: 15,
      },
      {
        teamId: 'learnt',
        loc1: 'Africa',
        loc2: 'Nairobi',
        div1: 'Content',
        timeZone: 'Africa/Nairobi',
        from: [
          ['african', 6],
          ['southAsian', 2],
        ],
        positions: [
          ['Course author', 5],
          ['Illustrator', 2],
          ['Editor', 2],
        ],
        lead: 'Team lead',
        share: 12,
      },
      {
        teamId: 'learnt',
        loc1: 'Europe',
        loc2: 'Lisbon',
        div1: 'Facilities',
        timeZone: 'Europe/Lisbon',
        from: [
          ['iberian', 4],
          ['african', 2],
          ['slavic', 1],
        ],
        positions: [
          ['Caretaker', 3],
          ['Receptionist', 2],
          ['Technician', 2],
        ],
        lead: 'Team lead',
        share: 6,
      },
      {
        teamId: 'learnt-community',
        loc1: 'Anywhere',
        loc2: 'Remote',
        div1: 'Community',
        timeZone: 'Europe/Berlin',
        from: [
          ['nordic', 3],
          ['french', 2],
          ['eastAsian', 2],
          ['african', 1],
          ['southAsian', 2],
          ['arabic', 1],
        ],
        positions: [
          ['Moderator', 3],
          ['Volunteer', 6],
        ],
        lead: 'Team lead',
        share: 14,
      },
    ],
    accounts: [
      {
        role: 'learner',
        firstName: 'Maya',
        lastName: 'Lindqvist',
        unit: 0,
        position: 'Customer adviser',
        alsoIn: ['learnt-community', ['learner']],
      },
      {
        role: 'manager',
        firstName: 'Daniel',
        lastName: 'Okafor',
        unit: 0,
        position: 'Team lead',
        alsoIn: ['learnt-community', ['learner', 'manager']],
      },
      {
        role: 'admin',
        firstName: 'Priya',
        lastName: 'Raman',
        unit: 3,
        position: 'Learning manager',
        alsoIn: ['learnt-community', ['learner', 'admin']],
      },
      { role: 'superadmin', firstName: 'Tomás', lastName: 'Herrera', unit: 1, position: 'Platform owner' },
    ],
    away: [
      ['terminated', 4],
      ['inactive', 2],
      ['archived', 1],
      ['maternity leave', 1],
      ['paternity leave', 1],
      ['sick leave', 1],
      ['compassionate leave', 1],
      ['leave without pay', 1],
    ],
  },
  munro: {
    learners: 120,
    idPrefix: 'MH',
    contracts: [
      ['Permanent', 6],
      ['Part time', 4],
      ['Seasonal', 3],
    ],
    shifts: [
      ['Early', 4],
      ['Late', 4],
      ['Night', 1],
      ['Split', 2],
    ],
    units: [
      {
        teamId: 'munro-highland',
        loc1: 'Highlands',
        loc2: 'Glen Affric Lodge',
        div1: 'Front office',
        timeZone: 'Europe/London',
        from: [
          ['british', 6],
          ['french', 1],
          ['slavic', 2],
        ],
        positions: [
          ['Receptionist', 5],
          ['Duty manager', 2],
          ['Night porter', 2],
        ],
        lead: 'Department head',
        share: 12,
      },
      {
        teamId: 'munro-highland',
        loc1: 'Highlands',
        loc2: 'Glen Affric Lodge',
        div1: 'Kitchen',
        timeZone: 'Europe/London',
        from: [
          ['british', 3],
          ['iberian', 2],
          ['southAsian', 2],
        ],
        positions: [
          ['Chef de partie', 3],
          ['Commis chef', 4],
          ['Kitchen porter', 3],
          ['Sous chef', 1],
        ],
        lead: 'Department head',
        share: 14,
      },
      {
        teamId: 'munro-highland',
        loc1: 'Islands',
        loc2: 'Skye Harbour House',
        div1: 'Housekeeping',
        timeZone: 'Europe/London',
        from: [
          ['british', 3],
          ['slavic', 4],
          ['iberian', 1],
        ],
        positions: [
          ['Room attendant', 7],
          ['Housekeeping supervisor', 2],
          ['Laundry attendant', 2],
        ],
        lead: 'Department head',
        share: 15,
      },
      {
        teamId: 'munro-highland',
        loc1: 'Islands',
        loc2: 'Skye Harbour House',
        div1: 'Restaurant',
        timeZone: 'Europe/London',
        from: [
          ['british', 4],
          ['french', 2],
          ['nordic', 1],
        ],
        positions: [
          ['Waiter', 6],
          ['Bar tender', 2],
          ['Restaurant supervisor', 1],
        ],
        lead: 'Department head',
        share: 12,
      },
      {
        teamId: 'munro-city',
        loc1: 'Lowlands',
        loc2: 'Munro Edinburgh',
        div1: 'Front office',
        timeZone: 'Europe/London',
        from: [
          ['british', 3],
          ['arabic', 2],
          ['eastAsian', 2],
          ['iberian', 1],
        ],
        positions: [
          ['Receptionist', 5],
          ['Concierge', 2],
          ['Duty manager', 2],
        ],
        lead: 'Department head',
        share: 14,
      },
      {
        teamId: 'munro-city',
        loc1: 'Lowlands',
        loc2: 'Munro Edinburgh',
        div1: 'Housekeeping',
        timeZone: 'Europe/London',
        from: [
          ['slavic', 3],
          ['african', 3],
          ['iberian', 2],
        ],
        positions: [
          ['Room attendant', 8],
          ['Housekeeping supervisor', 2],
        ],
        lead: 'Department head',
        share: 16,
      },
      {
        teamId: 'munro-city',
        loc1: 'Lowlands',
        loc2: 'Munro Glasgow',
        div1: 'Kitchen',
        timeZone: 'Europe/London',
        from: [
          ['british', 2],
          ['turkish', 2],
          ['southAsian', 3],
          ['arabic', 2],
        ],
        positions: [
          ['Chef de partie', 3],
          ['Commis chef', 4],
          ['Kitchen porter', 3],
          ['Sous chef', 1],
        ],
        lead: 'Department head',
        share: 15,
      },
      {
        teamId: 'munro-city',
        loc1: 'Lowlands',
        loc2: 'Munro Glasgow',
        div1: 'Maintenance',
        timeZone: 'Europe/London',
        from: [
          ['british', 3],
          ['african', 2],
          ['turkish', 1],
        ],
        positions: [
          ['Technician', 5],
          ['Gardener', 2],
        ],
        lead: 'Department head',
        share: 8,
      },
      {
        teamId: 'munro',
        loc1: 'Lowlands',
        loc2: 'Head office',
        div1: 'Head office',
        timeZone: 'Europe/London',
        from: [
          ['british', 4],
          ['southAsian', 2],
          ['nordic', 1],
          ['french', 1],
        ],
        positions: [
          ['Revenue analyst', 2],
          ['Marketing officer', 3],
          ['Accounts clerk', 3],
        ],
        lead: 'Department head',
        share: 14,
      },
    ],
    accounts: [
      { role: 'learner', firstName: 'Catriona', lastName: 'Drummond', unit: 4, position: 'Receptionist' },
      {
        role: 'manager',
        firstName: 'Yousef',
        lastName: 'Haddad',
        unit: 4,
        position: 'Department head',
        alsoIn: ['munro', ['learner', 'manager']],
      },
      {
        role: 'admin',
        firstName: 'Moira',
        lastName: 'Sinclair',
        unit: 8,
        position: 'Training manager',
        alsoIn: ['munro-highland', ['learner', 'admin']],
      },
      { role: 'superadmin', firstName: 'Ewan', lastName: 'Lockhart', unit: 8, position: 'Systems manager' },
    ],
    away: [
      ['terminated', 6],
      ['inactive', 2],
      ['archived', 1],
      ['maternity leave', 2],
      ['paternity leave', 1],
      ['sick leave', 2],
      ['compassionate leave', 1],
      ['leave without pay', 1],
    ],
  },
  stellar: {
    learners: 80,
    idPrefix: 'SE',
    contracts: [
      ['Permanent', 8],
      ['Contractor', 3],
      ['Apprentice', 1],
    ],
    units: [
      {
        teamId: 'stellar',
        loc1: 'United Kingdom',
        loc2: 'Bristol plant',
        div1: 'Manufacturing',
        div2: 'Turbine line',
        timeZone: 'Europe/London',
        from: [
          ['british', 5],
          ['southAsian', 3],
          ['slavic', 1],
        ],
        positions: [
          ['Machinist', 5],
          ['Assembler', 4],
          ['Quality inspector', 2],
          ['Apprentice', 1],
        ],
        lead: 'Team leader',
        share: 16,
      },
      {
        teamId: 'stellar',
        loc1: 'Poland',
        loc2: 'Gdańsk works',
        div1: 'Manufacturing',
        div2: 'Castings',
        timeZone: 'Europe/Warsaw',
        from: [
          ['slavic', 8],
          ['nordic', 1],
        ],
        positions: [
          ['Foundry worker', 5],
          ['Machinist', 3],
          ['Quality inspector', 2],
        ],
        lead: 'Team leader',
        share: 13,
      },
      {
        teamId: 'stellar',
        loc1: 'United Kingdom',
        loc2: 'Bristol plant',
        div1: 'Design',
        div2: 'Thermal',
        timeZone: 'Europe/London',
        from: [
          ['british', 3],
          ['eastAsian', 3],
          ['southAsian', 3],
          ['african', 1],
        ],
        positions: [
          ['Design engineer', 6],
          ['Simulation engineer', 3],
        ],
        lead: 'Team leader',
        share: 12,
      },
      {
        teamId: 'stellar',
        loc1: 'Germany',
        loc2: 'Aachen office',
        div1: 'Design',
        div2: 'Controls',
        timeZone: 'Europe/Berlin',
        from: [
          ['nordic', 5],
          ['turkish', 3],
          ['slavic', 1],
        ],
        positions: [
          ['Software engineer', 5],
          ['Design engineer', 3],
        ],
        lead: 'Team leader',
        share: 11,
      },
      {
        teamId: 'stellar-field',
        loc1: 'United Arab Emirates',
        loc2: 'Abu Dhabi base',
        div1: 'Field service',
        div2: 'Gulf',
        timeZone: 'Asia/Dubai',
        from: [
          ['arabic', 5],
          ['southAsian', 4],
        ],
        positions: [
          ['Service technician', 7],
          ['Service planner', 2],
        ],
        lead: 'Team leader',
        share: 13,
      },
      {
        teamId: 'stellar-field',
        loc1: 'Norway',
        loc2: 'Stavanger base',
        div1: 'Field service',
        div2: 'North Sea',
        timeZone: 'Europe/Oslo',
        from: [
          ['nordic', 6],
          ['british', 2],
        ],
        positions: [
          ['Service technician', 7],
          ['Service planner', 2],
        ],
        lead: 'Team leader',
        share: 9,
      },
      {
        teamId: 'stellar',
        loc1: 'Germany',
        loc2: 'Aachen office',
        div1: 'Corporate',
        div2: 'Shared services',
        timeZone: 'Europe/Berlin',
        from: [
          ['nordic', 4],
          ['french', 2],
          ['turkish', 1],
        ],
        positions: [
          ['Buyer', 3],
          ['Controller', 2],
          ['Recruiter', 2],
        ],
        lead: 'Team leader',
        share: 6,
      },
    ],
    accounts: [
      { role: 'learner', firstName: 'Kenji', lastName: 'Okada', unit: 2, position: 'Design engineer' },
      { role: 'manager', firstName: 'Ananya', lastName: 'Banerjee', unit: 2, position: 'Team leader' },
      {
        role: 'admin',
        firstName: 'Florian',
        lastName: 'Brandt',
        unit: 6,
        position: 'Learning manager',
        alsoIn: ['stellar-field', ['learner', 'admin']],
      },
      { role: 'superadmin', firstName: 'Zeynep', lastName: 'Aksoy', unit: 6, position: 'Systems manager' },
    ],
    away: [
      ['terminated', 3],
      ['inactive', 1],
      ['maternity leave', 1],
      ['paternity leave', 1],
      ['sick leave', 1],
      ['compassionate leave', 1],
      ['leave without pay', 1],
    ],
  },
}
