import { toSessionRoute } from '../server/to-session-route.ts';
import { simulatePayment } from './simulate-payment.ts';

export const paymentRoutes = [simulatePayment, toSessionRoute(simulatePayment)];
