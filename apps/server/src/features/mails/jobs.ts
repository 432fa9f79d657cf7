import { massTask, type Task, task } from '../../platform/jobs/job.ts'
import { sendQueuedMail } from '../../platform/mail/send-mail.ts'

export const mailTasks: Task[] = [
  massTask('mails.send', (ctx, payload: { mailId: string }) =>
    sendQueuedMail(ctx.services, ctx.actor.tenantId, payload.mailId),
  ),
  task('mails.sendNow', (ctx, payload: { mailId: string }) =>
    sendQueuedMail(ctx.services, ctx.actor.tenantId, payload.mailId),
  ),
]
