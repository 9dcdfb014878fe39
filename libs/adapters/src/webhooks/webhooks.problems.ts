import { problemCodes } from '@tandem/platform/feature/problem-codes';

export const webhooksProblems = problemCodes(`
delivery_in_flight | 409 | Delivery in flight
  | The delivery is being sent right now. | Fetch the delivery again in a moment.
endpoint_disabled | 409 | Endpoint disabled
  | The webhook endpoint is disabled, so nothing is sent to it. | Enable the endpoint first.
too_many_endpoints | 409 | Too many endpoints
  | The tenant has the maximum number of webhook endpoints. | Delete an endpoint first.
event_taken | 409 | Event taken
  | The endpoint already has a delivery of this event. | List the deliveries of the event.
`);
