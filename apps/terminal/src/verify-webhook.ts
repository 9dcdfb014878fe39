import { verify } from '@tandem/client/webhooks';
import type { Command } from 'commander';
import { bytesFrom, secretAskedFor } from './inputs.js';
import { groupOf } from './operation-commands.js';
import { print } from './output.js';

interface Delivery {
  data: string;
  id: string;
  timestamp: string;
  signature: string;
}

export function addVerify(program: Command): void {
  groupOf(program, 'webhooks')
    .command('verify')
    .description('Check the signature of a delivery. The secret: TANDEM_WEBHOOK_SECRET, or asked for.')
    .requiredOption('--data <body>', 'the body as received: text, @file or - for standard input')
    .requiredOption('--id <id>', 'the header webhook-id')
    .requiredOption('--timestamp <timestamp>', 'the header webhook-timestamp')
    .requiredOption('--signature <signature>', 'the header webhook-signature')
    .action(verifyDelivery);
}

async function verifyDelivery({ data, id, timestamp, signature }: Delivery): Promise<void> {
  const body = await bytesFrom(data);
  const secret = process.env.TANDEM_WEBHOOK_SECRET || (await secretAskedFor('Signing secret', 'TANDEM_WEBHOOK_SECRET'));
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  const { type, id: eventId } = verify(secret, headers, body);
  print(`Verified: ${type} ${eventId}`);
}
