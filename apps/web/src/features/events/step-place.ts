/** The event of a step of one's course. */
export interface EventStepPlace {
  userCourseId: string
  activityId: string
}
