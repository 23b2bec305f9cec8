import { bootstrapApplication } from '@angular/platform-browser';
import { Shop } from './shop';

bootstrapApplication(Shop).catch((error: unknown) => console.error(error));
