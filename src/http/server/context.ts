import type { Config } from '../../config.ts';
import type { Problem } from '../../domain/errors.ts';
import type { Ports } from '../../ports/ports.ts';
import type { ExportSlots } from '../../usecases/exports/export-slots.ts';
import type { KeyUseLog } from '../../usecases/keys/key-use-log.ts';
import type { VisibilityWatch } from '../../usecases/networks/visibility-watch.ts';
import type { RequestLog } from '../../usecases/requests/request-log.ts';
import type { SessionWatch } from '../../usecases/sessions/session-watch.ts';
import type { CheckoutFiles } from '../checkout/checkout-files.ts';
import type { DashboardFiles } from '../dashboard/dashboard-files.ts';
import type { OpenApiDocument } from '../docs/open-api-types.ts';
import type { InvoicePdfs } from '../invoices/invoice-pdfs.ts';

/** What a handler gets besides the request. */
export interface Context extends Ports {
  config: Config;
  intake: Intake;
  health: () => Promise<HealthCheck[]>;
  metrics: () => Promise<{ contentType: string; text: string }>;
  keyUseLog: KeyUseLog;
  requestLog: RequestLog;
  sessionWatch: SessionWatch;
  visibilityWatch: VisibilityWatch;
  /** Undefined if it was not built. */
  dashboard: DashboardFiles | undefined;
  /** Undefined if it was not built. */
  checkout: CheckoutFiles | undefined;
  pdfs: Pick<InvoicePdfs, 'find'>;
  exportSlots: ExportSlots;
  openapi: () => OpenApiDocument;
  /** The document of the dashboard API. */
  sessionOpenapi: () => OpenApiDocument;
}

/** Whether this process takes requests. */
export interface Intake {
  /** It still does, but it has been told to stop, so clients should send their next requests elsewhere. */
  readonly isEnding: boolean;
  /** The answer to all requests except those of monitoring, if it takes none. */
  readonly error: Problem | undefined;
}

export interface HealthCheck {
  name: string;
  ok: boolean;
  detail: string;
}
