/** The files of Symfony's skeleton that a controller needs, on the Symfony of Debian: its packages are in PHP's include path. */
export const SYMFONY_PROJECT = {
  'public/index.php': `<?php
require 'Symfony/Bundle/FrameworkBundle/autoload.php';
// Composer loads these two.
require __DIR__ . '/../node_modules/florin-server/demo/sidecar/php/order-token.php';
spl_autoload_register(function (string $name): void {
    if (str_starts_with($name, 'App\\\\')) require __DIR__ . '/../src/' . strtr(substr($name, 4), '\\\\', '/') . '.php';
});
$kernel = new App\\Kernel('prod', false);
$request = Symfony\\Component\\HttpFoundation\\Request::createFromGlobals();
$response = $kernel->handle($request);
$response->send();
$kernel->terminate($request, $response);
`,
  'src/Kernel.php': `<?php
namespace App;

use Symfony\\Bundle\\FrameworkBundle\\FrameworkBundle;
use Symfony\\Bundle\\FrameworkBundle\\Kernel\\MicroKernelTrait;
use Symfony\\Component\\DependencyInjection\\ContainerBuilder;
use Symfony\\Component\\HttpKernel\\Kernel as BaseKernel;
use Symfony\\Component\\Routing\\Loader\\Configurator\\RoutingConfigurator;

class Kernel extends BaseKernel
{
    use MicroKernelTrait;

    public function registerBundles(): iterable
    {
        return [new FrameworkBundle()];
    }

    public function getProjectDir(): string
    {
        return dirname(__DIR__);
    }

    protected function configureContainer(ContainerBuilder $container): void
    {
        $container->loadFromExtension('framework', ['secret' => 'of the tests', 'http_method_override' => false]);
        $container->register(Controller\\PayController::class)->addTag('controller.service_arguments')->setPublic(true);
    }

    protected function configureRoutes(RoutingConfigurator $routes): void
    {
        $routes->import(__DIR__ . '/Controller/', 'annotation');
    }
}
`,
};
