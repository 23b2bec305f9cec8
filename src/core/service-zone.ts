/**
 * The service's time zone. Its documentation says "Australian Eastern"; that this includes summer time, unlike
 * Queensland's constant offset, is an assumption. Receipts show times of this zone, as the service's own pages do.
 */
export const SERVICE_TIME_ZONE = 'Australia/Sydney';
